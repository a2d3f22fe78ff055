// A contraction with a nonlinear body over three dimensions.
func.func @generic_contraction(%x: tensor<2x3xf64>, %y: tensor<3x4xf64>) -> tensor<2x4xf64> {
  %zero = arith.constant 0.0 : f64
  %z = tensor.splat %zero : tensor<2x4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (k, j)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<2x3xf64>, tensor<3x4xf64>) outs(%z : tensor<2x4xf64>) {
  ^bb0(%a: f64, %b: f64, %acc: f64):
    %p = arith.mulf %a, %b : f64
    %q = math.exp %p : f64
    %r = arith.divf %q, %b : f64
    %s = arith.addf %acc, %r : f64
    linalg.yield %s : f64
  } -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<3x4xf64>, tensor<2x4xf64>) -> (tensor<2x3xf64>, tensor<3x4xf64>) attributes {lagrad.pullback = @generic_contraction}
