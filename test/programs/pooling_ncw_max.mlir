// Maxima along one axis, over windows of which some elements are in none.
func.func @pooling_ncw_max(%x: tensor<2x2x8xf64>) -> tensor<2x2x3xf64> {
  %s = math.sin %x : tensor<2x2x8xf64>
  %i = arith.constant 0xFFF0000000000000 : f64
  %e = tensor.empty() : tensor<2x2x3xf64>
  %z = linalg.fill ins(%i : f64) outs(%e : tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %w = tensor.empty() : tensor<2xf64>
  %0 = linalg.pooling_ncw_max {dilations = dense<1> : vector<1xi64>, strides = dense<3> : vector<1xi64>}
      ins(%s, %w : tensor<2x2x8xf64>, tensor<2xf64>) outs(%z : tensor<2x2x3xf64>) -> tensor<2x2x3xf64>
  %1 = arith.mulf %0, %0 : tensor<2x2x3xf64>
  return %1 : tensor<2x2x3xf64>
}
func.func private @pullback(tensor<2x2x8xf64>, tensor<2x2x3xf64>) -> tensor<2x2x8xf64> attributes {lagrad.pullback = @pooling_ncw_max}
