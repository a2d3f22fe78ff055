// Inputs and output with permuted maps, none of them the identity.
func.func @generic_transposed_maps(%x: tensor<2x3x4xf64>, %y: tensor<4x2xf64>) -> tensor<4x3x2xf64> {
  %e = tensor.empty() : tensor<4x3x2xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (k, i, j)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (j, i, k)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%x, %y : tensor<2x3x4xf64>, tensor<4x2xf64>) outs(%e : tensor<4x3x2xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %q = math.cos %p : f64
    linalg.yield %q : f64
  } -> tensor<4x3x2xf64>
  return %0 : tensor<4x3x2xf64>
}
func.func private @pullback(tensor<2x3x4xf64>, tensor<4x2xf64>, tensor<4x3x2xf64>) -> (tensor<2x3x4xf64>, tensor<4x2xf64>) attributes {lagrad.pullback = @generic_transposed_maps}
