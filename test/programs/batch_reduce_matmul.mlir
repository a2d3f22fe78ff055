// A sum of products of matrices.
func.func @batch_reduce_matmul(%x: tensor<3x2x4xf64>, %w: tensor<3x4x2xf64>) -> tensor<2x2xf64> {
  %z = arith.constant dense<0.0> : tensor<2x2xf64>
  %0 = linalg.batch_reduce_matmul 
      ins(%x, %w : tensor<3x2x4xf64>, tensor<3x4x2xf64>) outs(%z : tensor<2x2xf64>) -> tensor<2x2xf64>
  %1 = math.sin %0 : tensor<2x2xf64>
  return %1 : tensor<2x2xf64>
}
func.func private @pullback(tensor<3x2x4xf64>, tensor<3x4x2xf64>, tensor<2x2xf64>) -> (tensor<3x2x4xf64>, tensor<3x4x2xf64>) attributes {lagrad.pullback = @batch_reduce_matmul}
