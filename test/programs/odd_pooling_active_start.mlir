// A maximum over windows whose start values are active and sometimes win.
func.func @odd_pooling_active_start(%x: tensor<1x4x4x1xf64>, %y: tensor<1x2x2x1xf64> {lagrad.example = dense<[[[[0.1], [9.0]], [[0.2], [1.25]]]]> : tensor<1x2x2x1xf64>}) -> tensor<1x2x2x1xf64> {
  %w = tensor.empty() : tensor<2x2xf64>
  %0 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%x, %w : tensor<1x4x4x1xf64>, tensor<2x2xf64>) outs(%y : tensor<1x2x2x1xf64>) -> tensor<1x2x2x1xf64>
  %1 = arith.mulf %0, %y : tensor<1x2x2x1xf64>
  return %1 : tensor<1x2x2x1xf64>
}
func.func private @pullback(tensor<1x4x4x1xf64>, tensor<1x2x2x1xf64>, tensor<1x2x2x1xf64>) -> (tensor<1x4x4x1xf64>, tensor<1x2x2x1xf64>) attributes {lagrad.pullback = @odd_pooling_active_start}
