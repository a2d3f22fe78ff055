// A contraction over two dimensions with a batch in the middle.
func.func @contract_batched(%x: tensor<2x3x4xf64>, %w: tensor<4x3x2x2xf64>) -> tensor<3x2xf64> {
  %z = arith.constant dense<0.0> : tensor<3x2xf64>
  %0 = linalg.contract indexing_maps = [affine_map<(b, n, k, l) -> (k, b, l)>, affine_map<(b, n, k, l) -> (l, b, n, k)>, affine_map<(b, n, k, l) -> (b, n)>]
      ins(%x, %w : tensor<2x3x4xf64>, tensor<4x3x2x2xf64>) outs(%z : tensor<3x2xf64>) -> tensor<3x2xf64>
  %1 = math.sin %0 : tensor<3x2xf64>
  return %1 : tensor<3x2xf64>
}
func.func private @pullback(tensor<2x3x4xf64>, tensor<4x3x2x2xf64>, tensor<3x2xf64>) -> (tensor<2x3x4xf64>, tensor<4x3x2x2xf64>) attributes {lagrad.pullback = @contract_batched}
