// A matrix product whose maps transpose the left factor.
func.func @matmul_transposed_left(%x: tensor<3x2xf64>, %w: tensor<3x4xf64>) -> tensor<2x4xf64> {
  %z = arith.constant dense<0.0> : tensor<2x4xf64>
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %w : tensor<3x2xf64>, tensor<3x4xf64>) outs(%z : tensor<2x4xf64>) -> tensor<2x4xf64>
  %1 = math.sin %0 : tensor<2x4xf64>
  return %1 : tensor<2x4xf64>
}
func.func private @pullback(tensor<3x2xf64>, tensor<3x4xf64>, tensor<2x4xf64>) -> (tensor<3x2xf64>, tensor<3x4xf64>) attributes {lagrad.pullback = @matmul_transposed_left}
