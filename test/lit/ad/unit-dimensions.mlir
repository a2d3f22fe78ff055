// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

// A mean keeps a dimension of size 1, which what follows has too.
func.func @mean(%x: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %zero = arith.constant 0.0 : f64
  %n = arith.constant 4.0 : f64
  %column_e = tensor.empty() : tensor<3x1xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%column_e : tensor<3x1xf64>) -> tensor<3x1xf64>
  %sums = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x4xf64>) outs(%zeros : tensor<3x1xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = arith.addf %o, %a : f64
    linalg.yield %s : f64
  } -> tensor<3x1xf64>
  %means = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>],
      iterator_types = ["parallel", "parallel"]}
      ins(%sums : tensor<3x1xf64>) outs(%column_e : tensor<3x1xf64>) {
  ^bb0(%a: f64, %o: f64):
    %m = arith.divf %a, %n : f64
    %s = math.sin %m : f64
    linalg.yield %s : f64
  } -> tensor<3x1xf64>
  %e = tensor.empty() : tensor<3x4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>,
      affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %means : tensor<3x4xf64>, tensor<3x1xf64>) outs(%e : tensor<3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    linalg.yield %p : f64
  } -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}

// CHECK-LABEL: func.func @dmean(
// CHECK-NOT:     tensor<3x1xf64>
// CHECK:         return
func.func private @dmean(tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64> attributes {lagrad.pullback = @mean}

// Indices have other numbers, those of dimensions of size 1 are 0, and arguments and results keep their types.
func.func @indices(%x: tensor<1x?x1xf64>) -> tensor<1x?x1xf64> {
  %one = arith.constant 1 : index
  %size = tensor.dim %x, %one : tensor<1x?x1xf64>
  %e = tensor.empty(%size) : tensor<1x?x1xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, j, k)>, affine_map<(i, j, k) -> (i, j, k)>],
      iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<1x?x1xf64>) outs(%e : tensor<1x?x1xf64>) {
  ^bb0(%a: f64, %o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %n = arith.addi %i, %j : index
    %w = arith.index_cast %n : index to i64
    %f = arith.sitofp %w : i64 to f64
    %s = math.sin %a : f64
    %p = arith.mulf %s, %f : f64
    linalg.yield %p : f64
  } -> tensor<1x?x1xf64>
  return %0 : tensor<1x?x1xf64>
}
// CHECK-LABEL: func.func @dindices(
// CHECK:         tensor.collapse_shape %{{.*}} {{\[\[}}0, 1, 2]] : tensor<1x?x1xf64> into tensor<?xf64>
// CHECK:         linalg.generic {{.*}}iterator_types = ["parallel"]
// CHECK-NEXT:    ^bb0
// CHECK-NEXT:      linalg.index 0
// CHECK-NOT:       linalg.index
// CHECK:         tensor.expand_shape {{.*}} into tensor<1x?x1xf64>
func.func private @dindices(tensor<1x?x1xf64>, tensor<1x?x1xf64>) -> tensor<1x?x1xf64>
    attributes {lagrad.pullback = @indices}

// The largest of one element is no sum: it keeps its dimension, and the rule for ties.
func.func @largest(%x: tensor<3x1xf64>) -> tensor<3xf64> {
  %start = arith.constant dense<0xFFF0000000000000> : tensor<3xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>],
      iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x1xf64>) outs(%start : tensor<3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %m = arith.maximumf %o, %a : f64
    linalg.yield %m : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
// CHECK-LABEL: func.func @dlargest(
// CHECK:         iterator_types = ["parallel", "reduction"]
func.func private @dlargest(tensor<3x1xf64>, tensor<3xf64>) -> tensor<3x1xf64> attributes {lagrad.pullback = @largest}
