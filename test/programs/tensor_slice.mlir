// Slices with constant offsets, one with a stride, one that drops a dimension.
func.func @tensor_slice(%x: tensor<4x6xf64>) -> (tensor<2x3xf64>, tensor<6xf64>) {
  %0 = tensor.extract_slice %x[1, 0] [2, 3] [1, 2] : tensor<4x6xf64> to tensor<2x3xf64>
  %1 = tensor.extract_slice %x[2, 0] [1, 6] [1, 1] : tensor<4x6xf64> to tensor<6xf64>
  %2 = math.exp %0 : tensor<2x3xf64>
  %3 = arith.mulf %1, %1 : tensor<6xf64>
  return %2, %3 : tensor<2x3xf64>, tensor<6xf64>
}
func.func private @pullback(tensor<4x6xf64>, tensor<2x3xf64>, tensor<6xf64>) -> tensor<4x6xf64> attributes {lagrad.pullback = @tensor_slice}
