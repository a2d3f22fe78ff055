// The second derivative of a convolution through a nonlinear function, with respect to image and kernel.
func.func @higher_convolution(%x: tensor<1x3x3x1xf64>, %w: tensor<2x2x1x1xf64>) -> tensor<1x2x2x1xf64> {
  %z = arith.constant dense<0.0> : tensor<1x2x2x1xf64>
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %w : tensor<1x3x3x1xf64>, tensor<2x2x1x1xf64>) outs(%z : tensor<1x2x2x1xf64>) -> tensor<1x2x2x1xf64>
  %1 = math.tanh %0 : tensor<1x2x2x1xf64>
  return %1 : tensor<1x2x2x1xf64>
}
func.func private @first(tensor<1x3x3x1xf64>, tensor<2x2x1x1xf64>, tensor<1x2x2x1xf64>) -> (tensor<1x3x3x1xf64>, tensor<2x2x1x1xf64>) attributes {lagrad.pullback = @higher_convolution}
func.func private @second(tensor<1x3x3x1xf64>, tensor<2x2x1x1xf64>, tensor<1x2x2x1xf64>, tensor<1x3x3x1xf64>, tensor<2x2x1x1xf64>) -> (tensor<1x3x3x1xf64>, tensor<2x2x1x1xf64>, tensor<1x2x2x1xf64>) attributes {lagrad.pullback = @first}
