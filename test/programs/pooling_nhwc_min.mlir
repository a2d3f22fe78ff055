// Minima over windows.
func.func @pooling_nhwc_min(%x: tensor<1x4x4x2xf64>) -> tensor<1x2x2x2xf64> {
  %s = math.sin %x : tensor<1x4x4x2xf64>
  %i = arith.constant 0x7FF0000000000000 : f64
  %e = tensor.empty() : tensor<1x2x2x2xf64>
  %z = linalg.fill ins(%i : f64) outs(%e : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  %w = tensor.empty() : tensor<2x2xf64>
  %0 = linalg.pooling_nhwc_min {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%s, %w : tensor<1x4x4x2xf64>, tensor<2x2xf64>) outs(%z : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  %1 = arith.mulf %0, %0 : tensor<1x2x2x2xf64>
  return %1 : tensor<1x2x2x2xf64>
}
func.func private @pullback(tensor<1x4x4x2xf64>, tensor<1x2x2x2xf64>) -> tensor<1x4x4x2xf64> attributes {lagrad.pullback = @pooling_nhwc_min}
