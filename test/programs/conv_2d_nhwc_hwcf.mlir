// A convolution in the plane, channels last.
func.func @conv_2d_nhwc_hwcf(%x: tensor<2x3x4x2xf64>, %w: tensor<2x2x2x3xf64>) -> tensor<2x2x3x3xf64> {
  %z = arith.constant dense<0.0> : tensor<2x2x3x3xf64>
  %0 = linalg.conv_2d_nhwc_hwcf {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %w : tensor<2x3x4x2xf64>, tensor<2x2x2x3xf64>) outs(%z : tensor<2x2x3x3xf64>) -> tensor<2x2x3x3xf64>
  %1 = math.sin %0 : tensor<2x2x3x3xf64>
  return %1 : tensor<2x2x3x3xf64>
}
func.func private @pullback(tensor<2x3x4x2xf64>, tensor<2x2x2x3xf64>, tensor<2x2x3x3xf64>) -> (tensor<2x3x4x2xf64>, tensor<2x2x2x3xf64>) attributes {lagrad.pullback = @conv_2d_nhwc_hwcf}
