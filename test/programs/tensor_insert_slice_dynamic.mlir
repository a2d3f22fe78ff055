// A slice written at an offset given at run time into a tensor of unknown size.
func.func @tensor_insert_slice_dynamic(%x: tensor<?xf64>, %y: tensor<2xf64>, %at: index {lagrad.example = 1 : index}) -> tensor<?xf64> {
  %0 = tensor.insert_slice %y into %x[%at] [2] [1] : tensor<2xf64> into tensor<?xf64>
  %1 = arith.mulf %0, %x : tensor<?xf64>
  return %1 : tensor<?xf64>
}
func.func private @pullback(tensor<?xf64>, tensor<2xf64>, index, tensor<?xf64>) -> (tensor<?xf64>, tensor<2xf64>) attributes {lagrad.pullback = @tensor_insert_slice_dynamic}
