// A plane, a row and a column of a tensor of three dimensions.
func.func @slice_rank_reducing(%x: tensor<2x3x4xf64>, %k: index) -> (tensor<3x4xf64>, tensor<2xf64>) {
  %c1 = arith.constant 1 : index
  %a = tensor.extract_slice %x[1, 0, 0] [1, 3, 4] [1, 1, 1] : tensor<2x3x4xf64> to tensor<3x4xf64>
  %b = tensor.extract_slice %x[0, %c1, %k] [2, 1, 1] [1, 1, 1] : tensor<2x3x4xf64> to tensor<2xf64>
  %c = tensor.extract_slice %x[0, 2, 1] [1, 1, 3] [1, 1, 1] : tensor<2x3x4xf64> to tensor<1x3xf64>
  %d = tensor.extract_slice %c[0, 0] [1, 2] [1, 1] : tensor<1x3xf64> to tensor<2xf64>
  %0 = math.sin %a : tensor<3x4xf64>
  %1 = arith.mulf %b, %d : tensor<2xf64>
  return %0, %1 : tensor<3x4xf64>, tensor<2xf64>
}
func.func private @pullback(tensor<2x3x4xf64>, index, tensor<3x4xf64>, tensor<2xf64>) -> tensor<2x3x4xf64> attributes {lagrad.pullback = @slice_rank_reducing}
