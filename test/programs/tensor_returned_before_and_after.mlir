// Both an updated tensor and the one it was made from are returned: neither may take the other's memory.
func.func @tensor_returned_before_and_after(%v: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %a = math.sin %v : tensor<3xf64>
  %t = tensor.extract_slice %a[0] [2] [1] : tensor<3xf64> to tensor<2xf64>
  %b = tensor.insert_slice %t into %a[1] [2] [1] : tensor<2xf64> into tensor<3xf64>
  return %b, %a : tensor<3xf64>, tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) attributes {lagrad.pullback = @tensor_returned_before_and_after, lagrad.with_primal}
