// A contraction over everything, to a tensor without dimensions.
func.func @contract_to_scalar(%x: tensor<3x2xf64>, %w: tensor<2x3xf64>) -> tensor<f64> {
  %z = arith.constant dense<0.0> : tensor<f64>
  %0 = linalg.contract indexing_maps = [affine_map<(k, l) -> (k, l)>, affine_map<(k, l) -> (l, k)>, affine_map<(k, l) -> ()>]
      ins(%x, %w : tensor<3x2xf64>, tensor<2x3xf64>) outs(%z : tensor<f64>) -> tensor<f64>
  %1 = math.sin %0 : tensor<f64>
  return %1 : tensor<f64>
}
func.func private @pullback(tensor<3x2xf64>, tensor<2x3xf64>, tensor<f64>) -> (tensor<3x2xf64>, tensor<2x3xf64>) attributes {lagrad.pullback = @contract_to_scalar}
