// A matrix product whose maps repeat a vector for every row.
func.func @matmul_broadcast(%x: tensor<3xf64>, %w: tensor<3x4xf64>) -> tensor<2x4xf64> {
  %z = arith.constant dense<0.0> : tensor<2x4xf64>
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%x, %w : tensor<3xf64>, tensor<3x4xf64>) outs(%z : tensor<2x4xf64>) -> tensor<2x4xf64>
  %1 = math.sin %0 : tensor<2x4xf64>
  return %1 : tensor<2x4xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<3x4xf64>, tensor<2x4xf64>) -> (tensor<3xf64>, tensor<3x4xf64>) attributes {lagrad.pullback = @matmul_broadcast}
