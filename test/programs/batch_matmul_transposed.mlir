// Batches of products whose maps transpose and repeat.
func.func @batch_matmul_transposed(%x: tensor<2x3xf64>, %w: tensor<2x4x3xf64>) -> tensor<2x2x4xf64> {
  %z = arith.constant dense<0.0> : tensor<2x2x4xf64>
  %0 = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>]
      ins(%x, %w : tensor<2x3xf64>, tensor<2x4x3xf64>) outs(%z : tensor<2x2x4xf64>) -> tensor<2x2x4xf64>
  %1 = math.sin %0 : tensor<2x2x4xf64>
  return %1 : tensor<2x2x4xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<2x4x3xf64>, tensor<2x2x4xf64>) -> (tensor<2x3xf64>, tensor<2x4x3xf64>) attributes {lagrad.pullback = @batch_matmul_transposed}
