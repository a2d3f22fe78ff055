// A tensor's first row written over its last one, elementwise squared.
func.func @tensor_insert_slice_of_itself(%x: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %0 = tensor.extract_slice %x[0, 0] [1, 2] [1, 1] : tensor<3x2xf64> to tensor<1x2xf64>
  %1 = arith.mulf %0, %0 : tensor<1x2xf64>
  %2 = tensor.insert_slice %1 into %x[2, 0] [1, 2] [1, 1] : tensor<1x2xf64> into tensor<3x2xf64>
  %3 = arith.mulf %2, %x : tensor<3x2xf64>
  return %3 : tensor<3x2xf64>
}
func.func private @pullback(tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64> attributes {lagrad.pullback = @tensor_insert_slice_of_itself}
