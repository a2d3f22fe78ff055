// A matrix product whose maps transpose the right factor.
func.func @matmul_transposed_right(%x: tensor<2x3xf64>, %w: tensor<4x3xf64>) -> tensor<2x4xf64> {
  %z = arith.constant dense<0.0> : tensor<2x4xf64>
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %w : tensor<2x3xf64>, tensor<4x3xf64>) outs(%z : tensor<2x4xf64>) -> tensor<2x4xf64>
  %1 = math.sin %0 : tensor<2x4xf64>
  return %1 : tensor<2x4xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<4x3xf64>, tensor<2x4xf64>) -> (tensor<2x3xf64>, tensor<4x3xf64>) attributes {lagrad.pullback = @matmul_transposed_right}
