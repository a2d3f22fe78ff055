// Single-precision inputs accumulated in double precision.
func.func @generic_mixed_precision(%x: tensor<3x4xf32>, %y: tensor<4xf64>) -> tensor<3xf64> {
  %zero = arith.constant 0.0 : f64
  %z = tensor.splat %zero : tensor<3xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<3x4xf32>, tensor<4xf64>) outs(%z : tensor<3xf64>) {
  ^bb0(%a: f32, %b: f64, %acc: f64):
    %w = arith.extf %a : f32 to f64
    %p = arith.mulf %w, %b : f64
    %s = arith.addf %acc, %p : f64
    linalg.yield %s : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func private @pullback(tensor<3x4xf32>, tensor<4xf64>, tensor<3xf64>) -> (tensor<3x4xf32>, tensor<4xf64>) attributes {lagrad.pullback = @generic_mixed_precision}
