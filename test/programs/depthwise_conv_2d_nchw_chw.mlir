// Each channel has a filter of its own, channels first, strided.
func.func @depthwise_conv_2d_nchw_chw(%x: tensor<1x2x5x5xf64>, %w: tensor<2x3x3xf64>) -> tensor<1x2x2x2xf64> {
  %z = arith.constant dense<0.0> : tensor<1x2x2x2xf64>
  %0 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%x, %w : tensor<1x2x5x5xf64>, tensor<2x3x3xf64>) outs(%z : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  %1 = math.sin %0 : tensor<1x2x2x2xf64>
  return %1 : tensor<1x2x2x2xf64>
}
func.func private @pullback(tensor<1x2x5x5xf64>, tensor<2x3x3xf64>, tensor<1x2x2x2xf64>) -> (tensor<1x2x5x5xf64>, tensor<2x3x3xf64>) attributes {lagrad.pullback = @depthwise_conv_2d_nchw_chw}
