// @GRADIENT is the gradient of @COST by its last argument, in reverse mode.
func.func private @GRADIENT(tensor<2xf64>, tensor<SIZExf64>) -> tensor<SIZExf64>
    attributes {lagrad.gradient = @COST, lagrad.wrt = [1]}
