// A convolution into an active start value, of dynamic batch, used twice.
func.func @conv_accumulating(%x: tensor<?x3x3x1xf64>, %w: tensor<2x2x1x2xf64>, %y: tensor<?x2x2x2xf64>) -> tensor<?x2x2x2xf64> {
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %w : tensor<?x3x3x1xf64>, tensor<2x2x1x2xf64>) outs(%y : tensor<?x2x2x2xf64>) -> tensor<?x2x2x2xf64>
  %1 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %w : tensor<?x3x3x1xf64>, tensor<2x2x1x2xf64>) outs(%0 : tensor<?x2x2x2xf64>) -> tensor<?x2x2x2xf64>
  return %1 : tensor<?x2x2x2xf64>
}
func.func private @pullback(tensor<?x3x3x1xf64>, tensor<2x2x1x2xf64>, tensor<?x2x2x2xf64>, tensor<?x2x2x2xf64>) -> (tensor<?x3x3x1xf64>, tensor<2x2x1x2xf64>, tensor<?x2x2x2xf64>) attributes {lagrad.pullback = @conv_accumulating}
