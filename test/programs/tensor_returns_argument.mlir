// An argument returned as it is, twice, and together with something computed from it.
func.func @tensor_returns_argument(%x: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) {
  %0 = math.exp %x : tensor<3xf64>
  return %x, %0, %x : tensor<3xf64>, tensor<3xf64>, tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.pullback = @tensor_returns_argument}
