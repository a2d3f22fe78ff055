// Slices of one tensor that overlap each other add up where they do.
func.func @tensor_slices_overlap(%x: tensor<7xf64>) -> tensor<5xf64> {
  %0 = tensor.extract_slice %x[0] [5] [1] : tensor<7xf64> to tensor<5xf64>
  %1 = tensor.extract_slice %x[1] [5] [1] : tensor<7xf64> to tensor<5xf64>
  %2 = tensor.extract_slice %x[2] [5] [1] : tensor<7xf64> to tensor<5xf64>
  %3 = arith.mulf %0, %1 : tensor<5xf64>
  %4 = arith.mulf %3, %2 : tensor<5xf64>
  return %4 : tensor<5xf64>
}
func.func private @pullback(tensor<7xf64>, tensor<5xf64>) -> tensor<7xf64> attributes {lagrad.pullback = @tensor_slices_overlap}
