// Each channel has several filters of its own.
func.func @depthwise_conv_2d_nhwc_hwcm(%x: tensor<1x3x3x2xf64>, %w: tensor<2x2x2x3xf64>) -> tensor<1x2x2x2x3xf64> {
  %z = arith.constant dense<0.0> : tensor<1x2x2x2x3xf64>
  %0 = linalg.depthwise_conv_2d_nhwc_hwcm {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%x, %w : tensor<1x3x3x2xf64>, tensor<2x2x2x3xf64>) outs(%z : tensor<1x2x2x2x3xf64>) -> tensor<1x2x2x2x3xf64>
  %1 = math.sin %0 : tensor<1x2x2x2x3xf64>
  return %1 : tensor<1x2x2x2x3xf64>
}
func.func private @pullback(tensor<1x3x3x2xf64>, tensor<2x2x2x3xf64>, tensor<1x2x2x2x3xf64>) -> (tensor<1x3x3x2xf64>, tensor<2x2x2x3xf64>) attributes {lagrad.pullback = @depthwise_conv_2d_nhwc_hwcm}
