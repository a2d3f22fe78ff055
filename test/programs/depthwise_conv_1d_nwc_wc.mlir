// Each channel has a filter of its own, along one axis.
func.func @depthwise_conv_1d_nwc_wc(%x: tensor<2x5x3xf64>, %w: tensor<2x3xf64>) -> tensor<2x4x3xf64> {
  %z = arith.constant dense<0.0> : tensor<2x4x3xf64>
  %0 = linalg.depthwise_conv_1d_nwc_wc {dilations = dense<1> : vector<1xi64>, strides = dense<1> : vector<1xi64>}
      ins(%x, %w : tensor<2x5x3xf64>, tensor<2x3xf64>) outs(%z : tensor<2x4x3xf64>) -> tensor<2x4x3xf64>
  %1 = math.sin %0 : tensor<2x4x3xf64>
  return %1 : tensor<2x4x3xf64>
}
func.func private @pullback(tensor<2x5x3xf64>, tensor<2x3xf64>, tensor<2x4x3xf64>) -> (tensor<2x5x3xf64>, tensor<2x3xf64>) attributes {lagrad.pullback = @depthwise_conv_1d_nwc_wc}
