// RUN: lagrad-opt %s --lagrad-split-products | FileCheck %s

// What is made for a product is stored so that the indices which it sums over are neighbours, as they are in %w: one
// product of 32 by 48 and 48 by 16.
// CHECK-LABEL: func.func @joined(
// CHECK:         %[[X:.*]] = linalg.generic {{.*}} ins(%arg0, %arg1 : {{.*}}) outs({{.*}} : tensor<32x4x12xf64>)
// CHECK:         linalg.generic {{.*}} ins(%[[X]], %arg2 : tensor<32x4x12xf64>, tensor<4x12x16xf64>)
func.func @joined(%x: tensor<32x12xf64>, %s: tensor<32x4xf64>, %w: tensor<4x12x16xf64>, %o: tensor<32x16xf64>)
    -> tensor<32x16xf64> {
  %e = tensor.empty() : tensor<32x12x4xf64>
  %t = linalg.generic {indexing_maps = [affine_map<(b, i, e) -> (b, i)>, affine_map<(b, i, e) -> (b, e)>,
                                        affine_map<(b, i, e) -> (b, i, e)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %s : tensor<32x12xf64>, tensor<32x4xf64>) outs(%e : tensor<32x12x4xf64>) {
  ^bb0(%p: f64, %q: f64, %out: f64):
    %0 = arith.mulf %p, %q : f64
    linalg.yield %0 : f64
  } -> tensor<32x12x4xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(b, j, e, i) -> (b, i, e)>, affine_map<(b, j, e, i) -> (e, i, j)>,
                                        affine_map<(b, j, e, i) -> (b, j)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%t, %w : tensor<32x12x4xf64>, tensor<4x12x16xf64>) outs(%o : tensor<32x16xf64>) {
  ^bb0(%p: f64, %q: f64, %out: f64):
    %0 = arith.mulf %p, %q : f64
    %1 = arith.addf %out, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<32x16xf64>
  return %y : tensor<32x16xf64>
}

// Its exponential is read in the order that it had: it is stored as it was.
// CHECK-LABEL: func.func @read_elsewhere(
// CHECK-NOT:     tensor<32x4x12xf64>
// CHECK:         return
func.func @read_elsewhere(%x: tensor<32x12x4xf64>, %w: tensor<4x12x16xf64>, %o: tensor<32x16xf64>)
    -> (tensor<32x16xf64>, tensor<32x12x4xf64>) {
  %e = tensor.empty() : tensor<32x12x4xf64>
  %t = linalg.generic {indexing_maps = [affine_map<(b, i, e) -> (b, i, e)>, affine_map<(b, i, e) -> (b, i, e)>],
                       iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x : tensor<32x12x4xf64>) outs(%e : tensor<32x12x4xf64>) {
  ^bb0(%p: f64, %out: f64):
    %0 = math.exp %p : f64
    linalg.yield %0 : f64
  } -> tensor<32x12x4xf64>
  %y = linalg.generic {indexing_maps = [affine_map<(b, j, e, i) -> (b, i, e)>, affine_map<(b, j, e, i) -> (e, i, j)>,
                                        affine_map<(b, j, e, i) -> (b, j)>],
                       iterator_types = ["parallel", "parallel", "reduction", "reduction"]}
      ins(%t, %w : tensor<32x12x4xf64>, tensor<4x12x16xf64>) outs(%o : tensor<32x16xf64>) {
  ^bb0(%p: f64, %q: f64, %out: f64):
    %0 = arith.mulf %p, %q : f64
    %1 = arith.addf %out, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<32x16xf64>
  return %y, %t : tensor<32x16xf64>, tensor<32x12x4xf64>
}
