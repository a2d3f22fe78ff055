// A convolution along one axis, channels first, dilated.
func.func @conv_1d_ncw_fcw(%x: tensor<2x2x6xf64>, %w: tensor<3x2x2xf64>) -> tensor<2x3x4xf64> {
  %z = arith.constant dense<0.0> : tensor<2x3x4xf64>
  %0 = linalg.conv_1d_ncw_fcw {dilations = dense<2> : vector<1xi64>, strides = dense<1> : vector<1xi64>}
      ins(%x, %w : tensor<2x2x6xf64>, tensor<3x2x2xf64>) outs(%z : tensor<2x3x4xf64>) -> tensor<2x3x4xf64>
  %1 = math.sin %0 : tensor<2x3x4xf64>
  return %1 : tensor<2x3x4xf64>
}
func.func private @pullback(tensor<2x2x6xf64>, tensor<3x2x2xf64>, tensor<2x3x4xf64>) -> (tensor<2x2x6xf64>, tensor<3x2x2xf64>) attributes {lagrad.pullback = @conv_1d_ncw_fcw}
