// Every other element, from even and odd places, and a strided insert.
func.func @slice_strided(%x: tensor<8xf64>, %y: tensor<3xf64>) -> tensor<8xf64> {
  %a = tensor.extract_slice %x[0] [4] [2] : tensor<8xf64> to tensor<4xf64>
  %b = tensor.extract_slice %x[1] [4] [2] : tensor<8xf64> to tensor<4xf64>
  %0 = arith.mulf %a, %b : tensor<4xf64>
  %1 = tensor.insert_slice %0 into %x[0] [4] [2] : tensor<4xf64> into tensor<8xf64>
  %2 = tensor.insert_slice %y into %1[1] [3] [3] : tensor<3xf64> into tensor<8xf64>
  %3 = math.sin %2 : tensor<8xf64>
  return %3 : tensor<8xf64>
}
func.func private @pullback(tensor<8xf64>, tensor<3xf64>, tensor<8xf64>) -> (tensor<8xf64>, tensor<3xf64>) attributes {lagrad.pullback = @slice_strided}
