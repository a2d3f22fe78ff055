// Maxima over windows that overlap and are dilated.
func.func @pooling_nhwc_max(%x: tensor<2x5x4x2xf64>) -> tensor<2x3x3x2xf64> {
  %s = math.sin %x : tensor<2x5x4x2xf64>
  %i = arith.constant 0xFFF0000000000000 : f64
  %e = tensor.empty() : tensor<2x3x3x2xf64>
  %z = linalg.fill ins(%i : f64) outs(%e : tensor<2x3x3x2xf64>) -> tensor<2x3x3x2xf64>
  %w = tensor.empty() : tensor<2x2xf64>
  %0 = linalg.pooling_nhwc_max {dilations = dense<[2, 1]> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%s, %w : tensor<2x5x4x2xf64>, tensor<2x2xf64>) outs(%z : tensor<2x3x3x2xf64>) -> tensor<2x3x3x2xf64>
  %1 = arith.mulf %0, %0 : tensor<2x3x3x2xf64>
  return %1 : tensor<2x3x3x2xf64>
}
func.func private @pullback(tensor<2x5x4x2xf64>, tensor<2x3x3x2xf64>) -> tensor<2x5x4x2xf64> attributes {lagrad.pullback = @pooling_nhwc_max}
