// A dense constant scales the argument; a splat shifts it.
func.func @tensor_constant_weights(%x: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %w = arith.constant dense<[[1.0, -2.0, 3.0], [0.0, 5.0, 0.5]]> : tensor<2x3xf64>
  %s = arith.constant dense<2.0> : tensor<2x3xf64>
  %0 = arith.mulf %x, %w : tensor<2x3xf64>
  %1 = arith.addf %0, %s : tensor<2x3xf64>
  %2 = math.tanh %1 : tensor<2x3xf64>
  return %2 : tensor<2x3xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<2x3xf64>) -> tensor<2x3xf64> attributes {lagrad.pullback = @tensor_constant_weights}
