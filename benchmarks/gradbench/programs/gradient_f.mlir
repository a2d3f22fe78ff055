// @GRADIENT is the gradient of @COST by its last argument, in forward mode.
func.func private @GRADIENT(%given: tensor<2xf64>, %x: tensor<SIZExf64>) -> tensor<SIZExf64> {
  %units = arith.constant dense<UNITS> : tensor<SIZExSIZExf64>
  %g = func.call @tangents_GRADIENT(%given, %x, %units)
      : (tensor<2xf64>, tensor<SIZExf64>, tensor<SIZExSIZExf64>) -> tensor<SIZExf64>
  return %g : tensor<SIZExf64>
}
func.func private @tangents_GRADIENT(tensor<2xf64>, tensor<SIZExf64>, tensor<SIZExSIZExf64>) -> tensor<SIZExf64>
    attributes {lagrad.pushforward = @COST, lagrad.wrt = [1], lagrad.vectors = SIZE}
