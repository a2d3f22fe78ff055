// A batch of matrix products.
func.func @batch_matmul(%a: tensor<2x3x4xf64>, %b: tensor<2x4x2xf64>) -> tensor<2x3x2xf64> {
  %zero = arith.constant 0.0 : f64
  %z = tensor.splat %zero : tensor<2x3x2xf64>
  %0 = linalg.batch_matmul ins(%a, %b : tensor<2x3x4xf64>, tensor<2x4x2xf64>) outs(%z : tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
  %1 = math.exp %0 : tensor<2x3x2xf64>
  return %1 : tensor<2x3x2xf64>
}
func.func private @pullback(tensor<2x3x4xf64>, tensor<2x4x2xf64>, tensor<2x3x2xf64>) -> (tensor<2x3x4xf64>, tensor<2x4x2xf64>) attributes {lagrad.pullback = @batch_matmul}
