// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

// A row is repeated in two steps, through a dimension of size 1, and a column through an expansion.
func.func @f(%m: tensor<3x4xf64>, %r: tensor<4xf64>, %c: tensor<3xf64>) -> tensor<3x4xf64> {
  %row_e = tensor.empty() : tensor<1x4xf64>
  %e = tensor.empty() : tensor<3x4xf64>
  %row = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%r : tensor<4xf64>) outs(%row_e : tensor<1x4xf64>) {
  ^bb0(%a: f64, %o: f64):
    linalg.yield %a : f64
  } -> tensor<1x4xf64>
  %rows = linalg.generic {indexing_maps = [affine_map<(i, j) -> (0, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%row : tensor<1x4xf64>) outs(%e : tensor<3x4xf64>) {
  ^bb0(%a: f64, %o: f64):
    linalg.yield %a : f64
  } -> tensor<3x4xf64>
  %column = tensor.expand_shape %c [[0, 1]] output_shape [3, 1] : tensor<3xf64> into tensor<3x1xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>,
      affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%m, %rows, %column : tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x1xf64>) outs(%e : tensor<3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %x: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %q = arith.mulf %p, %x : f64
    linalg.yield %q : f64
  } -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}

// The adjoints are sums over rows and columns: there is no tensor of a row or of a column, and no sum of one element.
// CHECK-LABEL: func.func @df(
// CHECK-NOT:     tensor<1x4xf64>
// CHECK-NOT:     tensor<3x1xf64>
// CHECK:         iterator_types = ["parallel", "parallel"]
// CHECK-NOT:     tensor<1x4xf64>
// CHECK-NOT:     tensor<3x1xf64>
// CHECK:         iterator_types = ["reduction", "parallel"]
// CHECK-NOT:     tensor<1x4xf64>
// CHECK-NOT:     tensor<3x1xf64>
// CHECK:         iterator_types = ["parallel", "reduction"]
// CHECK-NOT:     linalg.generic
// CHECK:         return
func.func private @df(tensor<3x4xf64>, tensor<4xf64>, tensor<3xf64>, tensor<3x4xf64>)
    -> (tensor<3x4xf64>, tensor<4xf64>, tensor<3xf64>)
    attributes {lagrad.pullback = @f}

// The other way round, or along a diagonal, elements are moved, and what moves them stays.
func.func @transposed(%m: tensor<3x4xf64>, %v: tensor<4x3xf64>) -> tensor<3x4xf64> {
  %e = tensor.empty() : tensor<3x4xf64>
  %t = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%v : tensor<4x3xf64>) outs(%e : tensor<3x4xf64>) {
  ^bb0(%a: f64, %o: f64):
    linalg.yield %a : f64
  } -> tensor<3x4xf64>
  %0 = arith.mulf %m, %t : tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}
// CHECK-LABEL: func.func @dtransposed(
// CHECK:         linalg.generic {{.*}} ins(%{{.*}} : tensor<4x3xf64>) outs(%{{.*}} : tensor<3x4xf64>)
// CHECK:         linalg.generic
// CHECK:         linalg.generic {{.*}} outs(%{{.*}} : tensor<4x3xf64>)
func.func private @dtransposed(tensor<3x4xf64>, tensor<4x3xf64>, tensor<3x4xf64>) -> (tensor<3x4xf64>, tensor<4x3xf64>)
    attributes {lagrad.pullback = @transposed}

// Of a tensor that alone tells how far a dimension runs the operation keeps the copy.
func.func @alone(%r: tensor<4xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<3x4xf64>
  %zero = arith.constant dense<0.0> : tensor<4xf64>
  %rows = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%r : tensor<4xf64>) outs(%e : tensor<3x4xf64>) {
  ^bb0(%a: f64, %o: f64):
    linalg.yield %a : f64
  } -> tensor<3x4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>],
      iterator_types = ["reduction", "parallel"]}
      ins(%rows : tensor<3x4xf64>) outs(%zero : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = math.sin %a : f64
    %t = arith.addf %o, %s : f64
    linalg.yield %t : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
// CHECK-LABEL: func.func @dalone(
// CHECK:         linalg.generic {{.*}} ins(%{{.*}} : tensor<4xf64>) outs(%{{.*}} : tensor<3x4xf64>)
func.func private @dalone(tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @alone}
