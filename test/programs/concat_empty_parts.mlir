// Parts without rows, at the start, in the middle and at the end.
func.func @concat_empty_parts(%x: tensor<2x3xf64>, %none: tensor<0x3xf64>, %y: tensor<?x3xf64>) -> (tensor<?x3xf64>, tensor<2x3xf64>) {
  %0 = tensor.concat dim(0) %none, %y, %none, %x, %y, %none : (tensor<0x3xf64>, tensor<?x3xf64>, tensor<0x3xf64>, tensor<2x3xf64>, tensor<?x3xf64>, tensor<0x3xf64>) -> tensor<?x3xf64>
  %1 = math.sin %0 : tensor<?x3xf64>
  %2 = tensor.concat dim(0) %x, %none : (tensor<2x3xf64>, tensor<0x3xf64>) -> tensor<2x3xf64>
  %3 = arith.mulf %2, %x : tensor<2x3xf64>
  return %1, %3 : tensor<?x3xf64>, tensor<2x3xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<0x3xf64>, tensor<?x3xf64>, tensor<?x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<0x3xf64>, tensor<?x3xf64>) attributes {lagrad.pullback = @concat_empty_parts}
