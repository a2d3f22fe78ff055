// Scalars captured by the body, active and inactive, get their cotangent by a reduction.
func.func @generic_captured_scalar(%x: tensor<3x4xf64>, %a: f64, %b: f64) -> tensor<3x4xf64> {
  %scale = arith.mulf %a, %b : f64
  %e = tensor.empty() : tensor<3x4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) {
  ^bb0(%v: f64, %o: f64):
    %p = arith.mulf %v, %scale : f64
    %q = arith.subf %p, %b : f64
    %r = math.exp %q : f64
    linalg.yield %r : f64
  } -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}
func.func private @pullback(tensor<3x4xf64>, f64, f64, tensor<3x4xf64>) -> (tensor<3x4xf64>, f64, f64) attributes {lagrad.pullback = @generic_captured_scalar}
func.func private @d_scale(tensor<3x4xf64>, f64, f64, tensor<3x4xf64>) -> f64 attributes {lagrad.pullback = @generic_captured_scalar, lagrad.wrt = [1]}
