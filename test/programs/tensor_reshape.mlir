// Collapsed and expanded shapes, static.
func.func @tensor_reshape(%x: tensor<2x6xf64>, %y: tensor<3x4xf64>) -> tensor<2x3x2xf64> {
  %0 = tensor.expand_shape %x [[0], [1, 2]] output_shape [2, 3, 2] : tensor<2x6xf64> into tensor<2x3x2xf64>
  %1 = tensor.collapse_shape %y [[0, 1]] : tensor<3x4xf64> into tensor<12xf64>
  %2 = tensor.expand_shape %1 [[0, 1, 2]] output_shape [2, 3, 2] : tensor<12xf64> into tensor<2x3x2xf64>
  %3 = arith.mulf %0, %2 : tensor<2x3x2xf64>
  %4 = math.sin %3 : tensor<2x3x2xf64>
  return %4 : tensor<2x3x2xf64>
}
func.func private @pullback(tensor<2x6xf64>, tensor<3x4xf64>, tensor<2x3x2xf64>) -> (tensor<2x6xf64>, tensor<3x4xf64>) attributes {lagrad.pullback = @tensor_reshape}
