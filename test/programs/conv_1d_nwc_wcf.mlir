// A convolution along one axis, channels last, stride two.
func.func @conv_1d_nwc_wcf(%x: tensor<2x7x2xf64>, %w: tensor<3x2x3xf64>) -> tensor<2x3x3xf64> {
  %z = arith.constant dense<0.0> : tensor<2x3x3xf64>
  %0 = linalg.conv_1d_nwc_wcf {dilations = dense<1> : vector<1xi64>, strides = dense<2> : vector<1xi64>}
      ins(%x, %w : tensor<2x7x2xf64>, tensor<3x2x3xf64>) outs(%z : tensor<2x3x3xf64>) -> tensor<2x3x3xf64>
  %1 = math.sin %0 : tensor<2x3x3xf64>
  return %1 : tensor<2x3x3xf64>
}
func.func private @pullback(tensor<2x7x2xf64>, tensor<3x2x3xf64>, tensor<2x3x3xf64>) -> (tensor<2x7x2xf64>, tensor<3x2x3xf64>) attributes {lagrad.pullback = @conv_1d_nwc_wcf}
