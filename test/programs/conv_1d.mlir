// A convolution without channels.
func.func @conv_1d(%x: tensor<6xf64>, %w: tensor<3xf64>) -> tensor<4xf64> {
  %z = arith.constant dense<0.0> : tensor<4xf64>
  %0 = linalg.conv_1d 
      ins(%x, %w : tensor<6xf64>, tensor<3xf64>) outs(%z : tensor<4xf64>) -> tensor<4xf64>
  %1 = math.sin %0 : tensor<4xf64>
  return %1 : tensor<4xf64>
}
func.func private @pullback(tensor<6xf64>, tensor<3xf64>, tensor<4xf64>) -> (tensor<6xf64>, tensor<3xf64>) attributes {lagrad.pullback = @conv_1d}
