// A reshape to a shape given as a tensor.
func.func @reshape_static(%x: tensor<2x3xf64>, %y: tensor<6xf64>) -> tensor<3x2xf64> {
  %shape = arith.constant dense<[3, 2]> : tensor<2xindex>
  %s = math.sin %x : tensor<2x3xf64>
  %0 = tensor.reshape %s(%shape) : (tensor<2x3xf64>, tensor<2xindex>) -> tensor<3x2xf64>
  %1 = tensor.reshape %y(%shape) : (tensor<6xf64>, tensor<2xindex>) -> tensor<3x2xf64>
  %2 = arith.mulf %0, %1 : tensor<3x2xf64>
  return %2 : tensor<3x2xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<6xf64>, tensor<3x2xf64>) -> (tensor<2x3xf64>, tensor<6xf64>) attributes {lagrad.pullback = @reshape_static}
