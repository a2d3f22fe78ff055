// A slice written into a tensor: what it covers gets nothing, the rest passes through.
func.func @tensor_insert_slice(%x: tensor<4x4xf64>, %y: tensor<2x2xf64>, %r: tensor<4xf64>) -> tensor<4x4xf64> {
  %0 = arith.mulf %y, %y : tensor<2x2xf64>
  %1 = tensor.insert_slice %0 into %x[1, 0] [2, 2] [1, 2] : tensor<2x2xf64> into tensor<4x4xf64>
  %2 = tensor.insert_slice %r into %1[0, 2] [4, 1] [1, 1] : tensor<4xf64> into tensor<4x4xf64>
  %3 = math.sin %2 : tensor<4x4xf64>
  return %3 : tensor<4x4xf64>
}
func.func private @pullback(tensor<4x4xf64>, tensor<2x2xf64>, tensor<4xf64>, tensor<4x4xf64>) -> (tensor<4x4xf64>, tensor<2x2xf64>, tensor<4xf64>) attributes {lagrad.pullback = @tensor_insert_slice}
