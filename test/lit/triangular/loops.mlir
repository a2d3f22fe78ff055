// RUN: lagrad-opt %s --lagrad-triangular-loops | FileCheck %s

// A product runs over the rows, each as long as it is stored. Nothing on the diagonal: row i has i elements.
// CHECK-LABEL: func.func @product(
// CHECK-SAME:    %[[L:.*]]: tensor<?x?xf64, "sltri">, %[[X:.*]]: tensor<?xf64>, %[[Y:.*]]: tensor<?xf64>)
// CHECK:         scf.for %[[I:[a-z0-9_]+]] = %{{.*}} to %{{.*}} iter_args(%[[ACC:.*]] = %[[Y]])
// CHECK-DAG:       tensor.extract_slice %{{.*}}[%[[I]], 0] [1, %[[I]]] [1, 1]
// CHECK-DAG:       tensor.extract_slice %[[X]][0] [%[[I]]] [1]
// CHECK-DAG:       tensor.extract_slice %[[ACC]][%[[I]]] [1] [1]
// CHECK:           linalg.generic {{.*}} iterator_types = ["reduction"]
func.func @product(%l: tensor<?x?xf64, "sltri">, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %r = linalg.matvec ins(%l, %x : tensor<?x?xf64, "sltri">, tensor<?xf64>) outs(%y : tensor<?xf64>) -> tensor<?xf64>
  return %r : tensor<?xf64>
}

// Packed storage has whole columns, so the loop runs over these.
// CHECK-LABEL: func.func @columns(
// CHECK-SAME:    %[[L:.*]]: tensor<4x4xf64, "pltri">
// CHECK:         scf.for %[[J:[a-z0-9_]+]] = %c0{{.*}} to %c4
// CHECK:           %[[SIZE:.*]] = arith.subi %c4{{.*}}, %[[J]]
// CHECK:           tensor.extract_slice %[[L]][%[[J]], %[[J]]{{\]}} [%[[SIZE]], 1] [1, 1]
func.func @columns(%l: tensor<4x4xf64, "pltri">, %x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %r = linalg.matvec ins(%l, %x : tensor<4x4xf64, "pltri">, tensor<4xf64>) outs(%y : tensor<4xf64>) -> tensor<4xf64>
  return %r : tensor<4xf64>
}

// Two triangles: one loop over the index that both share bounds the other two, i >= k and k >= j.
// CHECK-LABEL: func.func @two(
// CHECK:         scf.for %[[K:[a-z0-9_]+]] =
// CHECK:           tensor.extract_slice %{{.*}}[%[[K]], %[[K]]{{\]}} [%{{.*}}, 1] [1, 1]
// CHECK:           tensor.extract_slice %{{.*}}[%[[K]], 0] [1, %{{.*}}] [1, 1]
// CHECK:           linalg.generic {{.*}} iterator_types = ["parallel", "parallel"]
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @two(%l: tensor<4x4xf64, "ltri">, %m: tensor<4x4xf64, "ltri">, %a: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %r = linalg.matmul ins(%l, %m : tensor<4x4xf64, "ltri">, tensor<4x4xf64, "ltri">) outs(%a : tensor<4x4xf64>) -> tensor<4x4xf64>
  return %r : tensor<4x4xf64>
}

// What keeps one half of a sum computes that half.
// CHECK-LABEL: func.func @half(
// CHECK:         scf.for %[[I:[a-z0-9_]+]] =
// CHECK:           linalg.generic
// CHECK-NOT:         arith.select
// CHECK:             arith.mulf
// CHECK-NOT:       linalg.generic
// CHECK:         return
#row = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#both = affine_map<(i, j) -> (i, j)>
func.func @half(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4x4xf64, "utri"> {
  %e = tensor.empty() : tensor<4x4xf64>
  %r = linalg.generic {indexing_maps = [#row, #column, #both], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<4xf64>, tensor<4xf64>) outs(%e : tensor<4x4xf64>) {
    ^bb0(%a: f64, %b: f64, %out: f64):
      %0 = arith.mulf %a, %b : f64
      linalg.yield %0 : f64
  } -> tensor<4x4xf64>
  %u = "lagrad.pack"(%r) : (tensor<4x4xf64>) -> tensor<4x4xf64, "utri">
  return %u : tensor<4x4xf64, "utri">
}

// A mask of the program's own is as good as a type, where some type asks for loops at all.
// CHECK-LABEL: func.func @masked(
// CHECK:         scf.for %[[I:[a-z0-9_]+]] =
// CHECK:           %[[UPPER:.*]] = arith.addi %[[I]], %c1
// CHECK:           arith.minsi %[[UPPER]], %c6
func.func @masked(%a: tensor<4x6xf64>, %x: tensor<6xf64>, %y: tensor<4xf64>, %unused: tensor<2x2xf64, "ltri">) -> tensor<4xf64> {
  %zero = arith.constant 0.0 : f64
  %r = linalg.generic {indexing_maps = [#both, #column, #row], iterator_types = ["parallel", "reduction"]}
      ins(%a, %x : tensor<4x6xf64>, tensor<6xf64>) outs(%y : tensor<4xf64>) {
    ^bb0(%p: f64, %q: f64, %out: f64):
      %i = linalg.index 0 : index
      %j = linalg.index 1 : index
      %before = arith.cmpi ule, %j, %i : index
      %kept = arith.select %before, %p, %zero : f64
      %0 = arith.mulf %kept, %q : f64
      %1 = arith.addf %out, %0 : f64
      linalg.yield %1 : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}


// What is kept of a tensor that nobody else reads needs no other one: the rest of it is cleared.
// CHECK-LABEL: func.func @kept(
// CHECK:         %[[X:.*]] = tensor.insert
// CHECK-NOT:     linalg.fill
// CHECK:         %[[ROWS:.*]] = scf.for %[[I:[a-z0-9_]+]] = %c1{{.*}} to %{{.*}} iter_args(%[[T:.*]] = %[[X]])
// CHECK:           tensor.extract_slice %[[T]][%[[I]], 0] [1, %
// CHECK:           ^bb0(%[[OUT:.*]]: f64):
// CHECK:           %[[ZERO:.*]] = arith.constant 0.0
// CHECK:           %[[LEFT:.*]] = arith.select %false{{.*}}, %[[OUT]], %[[ZERO]]
// CHECK:           linalg.yield %[[LEFT]]
// CHECK:         tensor.cast %[[ROWS]] : tensor<?x?xf64> to tensor<?x?xf64, "utri">
func.func @kept(%m: tensor<?x?xf64>, %v: f64, %n: index) -> tensor<?x?xf64, "utri"> {
  %c0 = arith.constant 0 : index
  %x = tensor.insert %v into %m[%c0, %c0] : tensor<?x?xf64>
  %r = tensor.cast %x : tensor<?x?xf64> to tensor<?x?xf64, "utri">
  return %r : tensor<?x?xf64, "utri">
}

// What others read is copied, row by row.
// CHECK-LABEL: func.func @shared(
// CHECK:         %[[X:.*]] = tensor.insert
// CHECK:         scf.for
// CHECK:           tensor.extract_slice %[[X]]
func.func @shared(%m: tensor<?x?xf64>, %v: f64, %n: index) -> (tensor<?x?xf64>, tensor<?x?xf64, "sltri">) {
  %c0 = arith.constant 0 : index
  %x = tensor.insert %v into %m[%c0, %c0] : tensor<?x?xf64>
  %r = tensor.cast %x : tensor<?x?xf64> to tensor<?x?xf64, "sltri">
  return %x, %r : tensor<?x?xf64>, tensor<?x?xf64, "sltri">
}

// Nothing is kept of zeros but zeros, whoever else reads them.
// CHECK-LABEL: func.func @of_zeros(
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @of_zeros(%n: index) -> (tensor<?x?xf64>, tensor<?x?xf64, "sltri">) {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty(%n, %n) : tensor<?x?xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
  %r = tensor.cast %z : tensor<?x?xf64> to tensor<?x?xf64, "sltri">
  return %z, %r : tensor<?x?xf64>, tensor<?x?xf64, "sltri">
}
