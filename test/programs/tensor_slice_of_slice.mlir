// A slice of a slice, whose source is used whole as well.
func.func @tensor_slice_of_slice(%x: tensor<4x5xf64>) -> (tensor<3xf64>, tensor<4x5xf64>) {
  %0 = arith.mulf %x, %x : tensor<4x5xf64>
  %1 = tensor.extract_slice %0[1, 1] [2, 4] [1, 1] : tensor<4x5xf64> to tensor<2x4xf64>
  %2 = tensor.extract_slice %1[1, 0] [1, 3] [1, 1] : tensor<2x4xf64> to tensor<3xf64>
  %3 = math.exp %2 : tensor<3xf64>
  %4 = math.sin %0 : tensor<4x5xf64>
  return %3, %4 : tensor<3xf64>, tensor<4x5xf64>
}
func.func private @pullback(tensor<4x5xf64>, tensor<3xf64>, tensor<4x5xf64>) -> tensor<4x5xf64> attributes {lagrad.pullback = @tensor_slice_of_slice}
