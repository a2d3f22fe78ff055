// Two matrices one below the other.
func.func @concat_rows(%x: tensor<2x3xf64>, %y: tensor<1x3xf64>) -> tensor<3x3xf64> {
  %s = math.sin %x : tensor<2x3xf64>
  %0 = tensor.concat dim(0) %s, %y : (tensor<2x3xf64>, tensor<1x3xf64>) -> tensor<3x3xf64>
  %1 = arith.mulf %0, %0 : tensor<3x3xf64>
  return %1 : tensor<3x3xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<1x3xf64>, tensor<3x3xf64>) -> (tensor<2x3xf64>, tensor<1x3xf64>) attributes {lagrad.pullback = @concat_rows}
