// Elementwise arith and math on a static tensor, reduced by nothing.
func.func @tensor_elementwise(%x: tensor<3x4xf64>, %y: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %0 = arith.mulf %x, %y : tensor<3x4xf64>
  %1 = math.sin %0 : tensor<3x4xf64>
  %2 = arith.divf %1, %x : tensor<3x4xf64>
  %3 = math.exp %2 : tensor<3x4xf64>
  %4 = arith.subf %3, %y : tensor<3x4xf64>
  return %4 : tensor<3x4xf64>
}
func.func private @pullback(tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>) -> (tensor<3x4xf64>, tensor<3x4xf64>)
    attributes {lagrad.pullback = @tensor_elementwise}
func.func private @gradient(tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64>
    attributes {lagrad.gradient = @tensor_elementwise, lagrad.of_sum, lagrad.wrt = [1]}
