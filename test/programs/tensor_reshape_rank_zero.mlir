// A one-element matrix collapsed to rank zero and expanded again.
func.func @tensor_reshape_rank_zero(%x: tensor<1x1xf64>) -> tensor<1xf64> {
  %0 = tensor.collapse_shape %x [] : tensor<1x1xf64> into tensor<f64>
  %1 = arith.mulf %0, %0 : tensor<f64>
  %2 = tensor.expand_shape %1 [] output_shape [1] : tensor<f64> into tensor<1xf64>
  return %2 : tensor<1xf64>
}
func.func private @pullback(tensor<1x1xf64>, tensor<1xf64>) -> tensor<1x1xf64> attributes {lagrad.pullback = @tensor_reshape_rank_zero}
