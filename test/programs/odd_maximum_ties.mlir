// Ties in a maximum over a dimension and over windows: equal shares.
func.func @odd_maximum_ties(%x: tensor<1x2x4x1xf64> {lagrad.example = dense<[[[[2.0], [2.0], [1.0], [3.0]], [[2.0], [0.5], [3.0], [1.0]]]]> : tensor<1x2x4x1xf64>}) -> (tensor<1x1x2x1xf64>, tensor<1x2x1xf64>) {
  %low = arith.constant 0xFFF0000000000000 : f64
  %w = tensor.empty() : tensor<2x2xf64>
  %e = tensor.empty() : tensor<1x1x2x1xf64>
  %z = linalg.fill ins(%low : f64) outs(%e : tensor<1x1x2x1xf64>) -> tensor<1x1x2x1xf64>
  %0 = linalg.pooling_nhwc_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%x, %w : tensor<1x2x4x1xf64>, tensor<2x2xf64>) outs(%z : tensor<1x1x2x1xf64>) -> tensor<1x1x2x1xf64>
  %f = tensor.empty() : tensor<1x2x1xf64>
  %y = linalg.fill ins(%low : f64) outs(%f : tensor<1x2x1xf64>) -> tensor<1x2x1xf64>
  %1 = linalg.reduce { arith.maximumf } ins(%x : tensor<1x2x4x1xf64>) outs(%y : tensor<1x2x1xf64>) dimensions = [2]
  return %0, %1 : tensor<1x1x2x1xf64>, tensor<1x2x1xf64>
}
func.func private @pullback(tensor<1x2x4x1xf64>, tensor<1x1x2x1xf64>, tensor<1x2x1xf64>) -> tensor<1x2x4x1xf64> attributes {lagrad.pullback = @odd_maximum_ties}
