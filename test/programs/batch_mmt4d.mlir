// Products of matrices stored in tiles, one a batch.
func.func @batch_mmt4d(%x: tensor<2x1x2x2x2xf64>, %w: tensor<2x2x2x3x2xf64>) -> tensor<2x1x2x2x3xf64> {
  %z = arith.constant dense<0.0> : tensor<2x1x2x2x3xf64>
  %0 = linalg.batch_mmt4d 
      ins(%x, %w : tensor<2x1x2x2x2xf64>, tensor<2x2x2x3x2xf64>) outs(%z : tensor<2x1x2x2x3xf64>) -> tensor<2x1x2x2x3xf64>
  %1 = math.sin %0 : tensor<2x1x2x2x3xf64>
  return %1 : tensor<2x1x2x2x3xf64>
}
func.func private @pullback(tensor<2x1x2x2x2xf64>, tensor<2x2x2x3x2xf64>, tensor<2x1x2x2x3xf64>) -> (tensor<2x1x2x2x2xf64>, tensor<2x2x2x3x2xf64>) attributes {lagrad.pullback = @batch_mmt4d}
