// Windows that leave a row and a column of the image out.
func.func @conv_2d_nchw_fchw_strided(%x: tensor<1x2x6x6xf64>, %w: tensor<2x2x2x3xf64>) -> tensor<1x2x3x2xf64> {
  %z = arith.constant dense<0.0> : tensor<1x2x3x2xf64>
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<[2, 3]> : vector<2xi64>}
      ins(%x, %w : tensor<1x2x6x6xf64>, tensor<2x2x2x3xf64>) outs(%z : tensor<1x2x3x2xf64>) -> tensor<1x2x3x2xf64>
  %1 = math.sin %0 : tensor<1x2x3x2xf64>
  return %1 : tensor<1x2x3x2xf64>
}
func.func private @pullback(tensor<1x2x6x6xf64>, tensor<2x2x2x3xf64>, tensor<1x2x3x2xf64>) -> (tensor<1x2x6x6xf64>, tensor<2x2x2x3xf64>) attributes {lagrad.pullback = @conv_2d_nchw_fchw_strided}
