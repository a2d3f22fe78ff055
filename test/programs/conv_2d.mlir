// A convolution in the plane without channels.
func.func @conv_2d(%x: tensor<4x5xf64>, %w: tensor<2x3xf64>) -> tensor<3x3xf64> {
  %z = arith.constant dense<0.0> : tensor<3x3xf64>
  %0 = linalg.conv_2d 
      ins(%x, %w : tensor<4x5xf64>, tensor<2x3xf64>) outs(%z : tensor<3x3xf64>) -> tensor<3x3xf64>
  %1 = math.sin %0 : tensor<3x3xf64>
  return %1 : tensor<3x3xf64>
}
func.func private @pullback(tensor<4x5xf64>, tensor<2x3xf64>, tensor<3x3xf64>) -> (tensor<4x5xf64>, tensor<2x3xf64>) attributes {lagrad.pullback = @conv_2d}
