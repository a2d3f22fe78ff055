// RUN: lagrad-opt %s --lagrad-skip-zeros --canonicalize --cse | FileCheck %s

#a = affine_map<(i, v, b, k) -> (b, i, k)>
#w = affine_map<(i, v, b, k) -> (b, v)>
#x = affine_map<(i, v, b, k) -> (k, v)>
#y = affine_map<(i, v, b, k) -> (i, v)>

// If a matrix is zero, the numbers it is multiplied with are looked at; if they are finite, zeros are left out.
// CHECK-LABEL: func.func @blend(
// CHECK-SAME:    %[[A:.*]]: tensor<?x2x2xf64>, %[[W:.*]]: tensor<?x?xf64>, %[[X:.*]]: tensor<2x?xf64>, %[[Y:.*]]: tensor<2x?xf64>
// CHECK:         %[[ANY:.*]] = scf.for {{.*}} -> (i1)
// CHECK-COUNT-3:   arith.ori
// CHECK:           arith.cmpi eq
// CHECK:         %[[FINITE:.*]] = scf.if %[[ANY]] -> (i1)
// CHECK:           linalg.generic {{.*}} ins(%[[W]]
// CHECK:           linalg.generic {{.*}} ins(%[[X]]
// CHECK:         scf.for %[[B:.*]] = {{.*}} iter_args(%[[INTO:.*]] = %[[Y]])
// CHECK-COUNT-3:   arith.ori
// CHECK:           arith.cmpi eq
// CHECK:           %[[SKIP:.*]] = arith.andi %{{.*}}, %[[FINITE]]
// CHECK:           scf.if %[[SKIP]]
// CHECK:             scf.yield %[[INTO]]
// CHECK:             %[[AB:.*]] = tensor.extract_slice %[[A]][%[[B]], 0, 0] [1, 2, 2]
// CHECK:             %[[WB:.*]] = tensor.extract_slice %[[W]][%[[B]], 0]
// CHECK:             linalg.generic {{.*}} ins(%[[AB]], %[[WB]], %[[X]] : {{.*}}) outs(%[[INTO]]
func.func @blend(%a: tensor<?x2x2xf64>, %w: tensor<?x?xf64>, %x: tensor<2x?xf64>, %y: tensor<2x?xf64>) -> tensor<2x?xf64> {
  %0 = linalg.generic {indexing_maps = [#a, #w, #x, #y], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %w, %x : tensor<?x2x2xf64>, tensor<?x?xf64>, tensor<2x?xf64>) outs(%y : tensor<2x?xf64>) {
  ^bb0(%p: f64, %q: f64, %r: f64, %o: f64):
    %1 = arith.mulf %q, %r : f64
    %2 = arith.mulf %p, %1 : f64
    %3 = arith.addf %o, %2 : f64
    linalg.yield %3 : f64
  } -> tensor<2x?xf64>
  return %0 : tensor<2x?xf64>
}

// What is multiplied with matrices that change in a loop is looked at before the loop.
// CHECK-LABEL: func.func @blends(
// CHECK:         linalg.generic
// CHECK:         linalg.generic
// CHECK:         %[[FINITE:.*]] = arith.andi
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             arith.andi %{{.*}}, %[[FINITE]]
func.func @blends(%a: tensor<9x?x2x2xf64>, %w: tensor<?x?xf64>, %x: tensor<2x?xf64>, %y: tensor<2x?xf64>, %bones: index) -> tensor<2x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %all = scf.for %j = %c0 to %c9 step %c1 iter_args(%sum = %y) -> (tensor<2x?xf64>) {
    %aj = tensor.extract_slice %a[%j, 0, 0, 0] [1, %bones, 2, 2] [1, 1, 1, 1] : tensor<9x?x2x2xf64> to tensor<?x2x2xf64>
    %0 = linalg.generic {indexing_maps = [#a, #w, #x, #y], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
        ins(%aj, %w, %x : tensor<?x2x2xf64>, tensor<?x?xf64>, tensor<2x?xf64>) outs(%sum : tensor<2x?xf64>) {
    ^bb0(%p: f64, %q: f64, %r: f64, %o: f64):
      %1 = arith.mulf %q, %r : f64
      %2 = arith.mulf %p, %1 : f64
      %3 = arith.addf %o, %2 : f64
      linalg.yield %3 : f64
    } -> tensor<2x?xf64>
    scf.yield %0 : tensor<2x?xf64>
  }
  return %all : tensor<2x?xf64>
}

// Where a zero of the matrix makes the product zero by what the program says, nothing needs to be looked at.
// CHECK-LABEL: func.func @guarded(
// CHECK-NOT:     linalg.generic
// CHECK:         scf.for
// CHECK:           scf.if
// CHECK:             linalg.generic
// CHECK-NOT:     scf.for
func.func @guarded(%a: tensor<?x2x2xf64>, %x: tensor<2x?xf64>, %y: tensor<2x?xf64>) -> tensor<2x?xf64> {
  %0 = linalg.generic {indexing_maps = [#a, #x, #y], iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %x : tensor<?x2x2xf64>, tensor<2x?xf64>) outs(%y : tensor<2x?xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %zero = arith.constant 0.0 : f64
    %1 = arith.mulf %p, %q : f64
    %is_zero = arith.cmpf oeq, %p, %zero : f64
    %2 = arith.select %is_zero, %zero, %1 : f64
    %3 = arith.addf %o, %2 : f64
    linalg.yield %3 : f64
  } -> tensor<2x?xf64>
  return %0 : tensor<2x?xf64>
}

// A product of large matrices is the library's.
// CHECK-LABEL: func.func @large(
// CHECK-NOT:     scf
// CHECK:         linalg.generic
// CHECK-NOT:     scf
func.func @large(%a: tensor<?x?xf64>, %x: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%a, %x : tensor<?x?xf64>, tensor<?x?xf64>) outs(%y : tensor<?x?xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %1 = arith.mulf %p, %q : f64
    %2 = arith.addf %o, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}

// What is added to is not long: there is a vector for each matrix, and all of them make few numbers.
// CHECK-LABEL: func.func @few(
// CHECK-NOT:     scf
// CHECK:         linalg.generic
// CHECK-NOT:     scf
func.func @few(%x: tensor<4x?xf64>, %w: tensor<?x?xf64>, %y: tensor<?x4xf64>) -> tensor<?x4xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(b, k, v) -> (k, v)>, affine_map<(b, k, v) -> (b, v)>, affine_map<(b, k, v) -> (b, k)>],
                       iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %w : tensor<4x?xf64>, tensor<?x?xf64>) outs(%y : tensor<?x4xf64>) {
  ^bb0(%p: f64, %q: f64, %o: f64):
    %1 = arith.mulf %p, %q : f64
    %2 = arith.addf %o, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<?x4xf64>
  return %0 : tensor<?x4xf64>
}
