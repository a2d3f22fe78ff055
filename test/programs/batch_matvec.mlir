// Matrices times vectors, one pair a batch.
func.func @batch_matvec(%x: tensor<2x3x4xf64>, %w: tensor<2x4xf64>) -> tensor<2x3xf64> {
  %z = arith.constant dense<0.0> : tensor<2x3xf64>
  %0 = linalg.batch_matvec 
      ins(%x, %w : tensor<2x3x4xf64>, tensor<2x4xf64>) outs(%z : tensor<2x3xf64>) -> tensor<2x3xf64>
  %1 = math.sin %0 : tensor<2x3xf64>
  return %1 : tensor<2x3xf64>
}
func.func private @pullback(tensor<2x3x4xf64>, tensor<2x4xf64>, tensor<2x3xf64>) -> (tensor<2x3x4xf64>, tensor<2x4xf64>) attributes {lagrad.pullback = @batch_matvec}
