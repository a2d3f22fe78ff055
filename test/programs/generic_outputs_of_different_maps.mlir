// One output elementwise and transposed, the other a row sum: different dimensions are reductions.
func.func @generic_outputs_of_different_maps(%x: tensor<3x4xf64>, %w: tensor<4xf64>) -> (tensor<4x3xf64>, tensor<3xf64>) {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<4x3xf64>
  %z = tensor.splat %zero : tensor<3xf64>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<3x4xf64>, tensor<4xf64>) outs(%e, %z : tensor<4x3xf64>, tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64, %acc: f64):
    %p = arith.mulf %a, %b : f64
    %q = math.exp %p : f64
    %s = arith.addf %acc, %p : f64
    linalg.yield %q, %s : f64, f64
  } -> (tensor<4x3xf64>, tensor<3xf64>)
  return %0#0, %0#1 : tensor<4x3xf64>, tensor<3xf64>
}
func.func private @pullback(tensor<3x4xf64>, tensor<4xf64>, tensor<4x3xf64>, tensor<3xf64>) -> (tensor<3x4xf64>, tensor<4xf64>) attributes {lagrad.pullback = @generic_outputs_of_different_maps}
