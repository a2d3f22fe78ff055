// Collapsed and expanded shapes of unknown size.
func.func @tensor_reshape_dynamic(%x: tensor<?x3xf64>) -> tensor<?x3x1xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3xf64>
  %0 = tensor.collapse_shape %x [[0, 1]] : tensor<?x3xf64> into tensor<?xf64>
  %1 = arith.mulf %0, %0 : tensor<?xf64>
  %2 = tensor.expand_shape %1 [[0, 1, 2]] output_shape [%n, 3, 1] : tensor<?xf64> into tensor<?x3x1xf64>
  %3 = math.exp %2 : tensor<?x3x1xf64>
  return %3 : tensor<?x3x1xf64>
}
func.func private @pullback(tensor<?x3xf64>, tensor<?x3x1xf64>) -> tensor<?x3xf64> attributes {lagrad.pullback = @tensor_reshape_dynamic}
