// Parts of known sizes, put together to a result whose type leaves its sizes open.
func.func @concat_dynamic_result(%x: tensor<?xf64> {lagrad.example = dense<[0.3, -0.2, 0.7, 1.1, 0.4, -0.6]> : tensor<6xf64>}) -> tensor<?xf64> {
  %a = tensor.extract_slice %x[0] [4] [1] : tensor<?xf64> to tensor<4xf64>
  %b = tensor.extract_slice %x[4] [2] [1] : tensor<?xf64> to tensor<2xf64>
  %s = math.sin %b : tensor<2xf64>
  %0 = tensor.concat dim(0) %s, %a : (tensor<2xf64>, tensor<4xf64>) -> tensor<6xf64>
  %1 = tensor.cast %0 : tensor<6xf64> to tensor<?xf64>
  return %1 : tensor<?xf64>
}
func.func private @pullback(tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @concat_dynamic_result}
