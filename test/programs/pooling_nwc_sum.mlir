// Sums along one axis.
func.func @pooling_nwc_sum(%x: tensor<2x6x2xf64>) -> tensor<2x2x2xf64> {
  %s = math.sin %x : tensor<2x6x2xf64>
  %i = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<2x2x2xf64>
  %z = linalg.fill ins(%i : f64) outs(%e : tensor<2x2x2xf64>) -> tensor<2x2x2xf64>
  %w = tensor.empty() : tensor<3xf64>
  %0 = linalg.pooling_nwc_sum {dilations = dense<1> : vector<1xi64>, strides = dense<3> : vector<1xi64>}
      ins(%s, %w : tensor<2x6x2xf64>, tensor<3xf64>) outs(%z : tensor<2x2x2xf64>) -> tensor<2x2x2xf64>
  %1 = arith.mulf %0, %0 : tensor<2x2x2xf64>
  return %1 : tensor<2x2x2xf64>
}
func.func private @pullback(tensor<2x6x2xf64>, tensor<2x2x2xf64>) -> tensor<2x6x2xf64> attributes {lagrad.pullback = @pooling_nwc_sum}
