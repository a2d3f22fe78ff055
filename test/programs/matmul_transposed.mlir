// A matrix product whose maps transpose both operands.
func.func @matmul_transposed(%a: tensor<3x2xf64>, %b: tensor<4x3xf64>, %c: tensor<2x4xf64>) -> tensor<2x4xf64> {
  %0 = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (k, m)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%a, %b : tensor<3x2xf64>, tensor<4x3xf64>) outs(%c : tensor<2x4xf64>) -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}
func.func private @pullback(tensor<3x2xf64>, tensor<4x3xf64>, tensor<2x4xf64>, tensor<2x4xf64>) -> (tensor<3x2xf64>, tensor<4x3xf64>, tensor<2x4xf64>) attributes {lagrad.pullback = @matmul_transposed}
