// RUN: lagrad-opt %s --lagrad-tile-triangular | FileCheck %s
// RUN: lagrad-opt %s --lagrad-tile-triangular --lagrad-triangular-loops | FileCheck %s --check-prefix=LOOPS
// RUN: lagrad-opt %s --lagrad-tile-triangular=work=1000000 | FileCheck %s --check-prefix=SMALL

#ik = affine_map<(i, j, k) -> (i, k)>
#ki = affine_map<(i, j, k) -> (k, i)>
#kj = affine_map<(i, j, k) -> (k, j)>
#jk = affine_map<(i, j, k) -> (j, k)>
#ij = affine_map<(i, j, k) -> (i, j)>

// Blocks of rows, each up to the diagonal, if that is worth it and zero times the elements of the other factor is zero.
// CHECK-LABEL: func.func @left(
// CHECK-SAME:    %[[L:.*]]: tensor<?x?xf64, "ltri">, %[[X:.*]]: tensor<?x?xf64>, %[[Y:.*]]: tensor<?x?xf64>)
// CHECK:         %[[FULL:.*]] = tensor.cast %[[L]]
// CHECK:         scf.if
// CHECK:           linalg.generic {{.*}} iterator_types = ["reduction", "reduction"]} ins(%[[X]]
// CHECK:         scf.if
// CHECK:           scf.for %[[R:.*]] = %{{.*}} to %{{.*}} step %{{.*}} iter_args(%[[ACC:.*]] = %[[Y]])
// CHECK:             %[[END:.*]] = arith.addi %[[R]], %[[ROWS:.*]] : index
// CHECK:             %[[LENGTH:.*]] = arith.minsi %{{.*}}, %{{.*}} : index
// CHECK:             tensor.extract_slice %[[FULL]][%[[R]], 0] [%[[ROWS]], %[[LENGTH]]] [1, 1]
// CHECK:             tensor.extract_slice %[[X]][0, 0] [%[[LENGTH]], %{{.*}}] [1, 1]
// CHECK:             linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK:             tensor.insert_slice %{{.*}} into %[[ACC]][%[[R]], 0] [%[[ROWS]], %{{.*}}] [1, 1]
// CHECK:         } else {
// CHECK:           linalg.generic {{.*}} ins(%[[FULL]], %[[X]]
func.func @left(%l: tensor<?x?xf64, "ltri">, %x: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %r = linalg.matmul ins(%l, %x : tensor<?x?xf64, "ltri">, tensor<?x?xf64>) outs(%y : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %r : tensor<?x?xf64>
}

// Of the transposed matrix each block begins at the diagonal. All sizes are known: no question but the one of infinities.
// CHECK-LABEL: func.func @transposed(
// CHECK:           scf.for %[[R:.*]] = %{{.*}} to %c40
// CHECK:             %[[START:.*]] = arith.minsi %{{.*}}, %c40
// CHECK:             %[[LENGTH:.*]] = arith.subi %c40{{.*}}, %[[START]] : index
// CHECK:             tensor.extract_slice %{{.*}}[%[[START]], %[[R]]] [%[[LENGTH]], %{{.*}}] [1, 1]
// SMALL-LABEL: func.func @transposed(
// SMALL-NOT:     scf.for
// SMALL:         return
func.func @transposed(%l: tensor<40x40xf64, "spltri">, %x: tensor<40x50xf64>, %y: tensor<40x50xf64>) -> tensor<40x50xf64> {
  %r = linalg.generic {indexing_maps = [#ki, #kj, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%l, %x : tensor<40x40xf64, "spltri">, tensor<40x50xf64>) outs(%y : tensor<40x50xf64>) {
    ^bb0(%p: f64, %q: f64, %out: f64):
      %0 = arith.mulf %p, %q : f64
      %1 = arith.addf %out, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<40x50xf64>
  return %r : tensor<40x50xf64>
}

// A packed matrix is unpacked where blocks are multiplied, and nowhere else.
// LOOPS-LABEL: func.func @transposed(
// LOOPS-SAME:    %[[L:.*]]: tensor<40x40xf64, "spltri">
// LOOPS-NOT:     tensor.extract_slice
// LOOPS:         %[[PAYS:.*]] = arith.cmpf oeq
// LOOPS:         scf.if %[[PAYS]]
// LOOPS:           %[[ZEROS:.*]] = linalg.fill
// LOOPS:           %[[FULL:.*]] = scf.for {{.*}} iter_args(%{{.*}} = %[[ZEROS]])
// LOOPS:             tensor.extract_slice %[[L]][
// LOOPS:           scf.for
// LOOPS:             tensor.extract_slice %[[FULL]][
// LOOPS:         } else {
// LOOPS:           scf.for
// LOOPS:             tensor.extract_slice %[[L]][

// Of a product that is kept in one half the blocks of this half are computed; nothing else is multiplied with zeros.
// CHECK-LABEL: func.func @kept(
// CHECK-NOT:     arith.cmpf
// CHECK:         scf.if
// CHECK:           %[[BLOCKS:.*]] = scf.for
// CHECK:           linalg.generic {{.*}} ins(%[[BLOCKS]] : {{.*}} outs(%{{.*}} : tensor<?x?xf64, "utri">)
// CHECK:         } else {
// CHECK:           %[[ALL:.*]] = linalg.generic {{.*}} iterator_types = ["parallel", "parallel", "reduction"]
// CHECK:           linalg.generic {{.*}} ins(%[[ALL]] :
func.func @kept(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>, %z: tensor<?x?xf64>) -> tensor<?x?xf64, "utri"> {
  %r = linalg.generic {indexing_maps = [#ik, #jk, #ij], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<?x?xf64>, tensor<?x?xf64>) outs(%z : tensor<?x?xf64>) {
    ^bb0(%p: f64, %q: f64, %out: f64):
      %0 = arith.mulf %p, %q : f64
      %1 = arith.addf %out, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<?x?xf64>
  %u = "lagrad.pack"(%r) : (tensor<?x?xf64>) -> tensor<?x?xf64, "utri">
  return %u : tensor<?x?xf64, "utri">
}

// Not a product with a vector, nor one of two triangles, nor one of numbers that BLAS does not know.
// CHECK-LABEL: func.func @left_to_loops(
// CHECK-NOT:     scf.
// CHECK:         return
func.func @left_to_loops(%l: tensor<?x?xf64, "ltri">, %m: tensor<?x?xf64, "ltri">, %x: tensor<?xf64>, %h: tensor<?x?xf16, "ltri">,
                         %a: tensor<?x?xf16>, %y: tensor<?xf64>, %z: tensor<?x?xf64>) -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf16>) {
  %0 = linalg.matvec ins(%l, %x : tensor<?x?xf64, "ltri">, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  %1 = linalg.matmul ins(%l, %m : tensor<?x?xf64, "ltri">, tensor<?x?xf64, "ltri">) outs(%z : tensor<?x?xf64>) -> tensor<?x?xf64>
  %2 = linalg.matmul ins(%h, %a : tensor<?x?xf16, "ltri">, tensor<?x?xf16>) outs(%a : tensor<?x?xf16>) -> tensor<?x?xf16>
  return %0, %1, %2 : tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf16>
}

// What does not change in a loop is looked through for infinities before it.
// CHECK-LABEL: func.func @in_a_loop(
// CHECK-SAME:    %[[X:[a-z0-9]+]]: tensor<32x64xf64>
// CHECK:         linalg.generic {{.*}} ins(%[[X]]
// CHECK:         %[[FINITE:.*]] = arith.cmpf oeq
// CHECK:         scf.for
// CHECK-NOT:       arith.cmpf
// CHECK:           scf.if %[[FINITE]]
func.func @in_a_loop(%x: tensor<32x64xf64>, %ls: tensor<5x32x32xf64, "utri">, %y: tensor<32x64xf64>) -> tensor<32x64xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %r = scf.for %i = %c0 to %c5 step %c1 iter_args(%acc = %y) -> tensor<32x64xf64> {
    %l = tensor.extract_slice %ls[%i, 0, 0] [1, 32, 32] [1, 1, 1] : tensor<5x32x32xf64, "utri"> to tensor<32x32xf64, "utri">
    %next = linalg.matmul ins(%l, %x : tensor<32x32xf64, "utri">, tensor<32x64xf64>) outs(%acc : tensor<32x64xf64>) -> tensor<32x64xf64>
    scf.yield %next : tensor<32x64xf64>
  }
  return %r : tensor<32x64xf64>
}
