// The callee stops the derivative of one of its results.
func.func private @both(%a: tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) {
  %0 = math.exp %a : tensor<?xf64>
  %1 = "lagrad.stop_gradient"(%0) : (tensor<?xf64>) -> tensor<?xf64>
  return %0, %1 : tensor<?xf64>, tensor<?xf64>
}
func.func @stop_gradient_in_callee(%x: tensor<?xf64>) -> tensor<?xf64> {
  %a, %b = call @both(%x) : (tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  %0 = arith.mulf %a, %b : tensor<?xf64>
  %c, %d = call @both(%b) : (tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
  %1 = arith.addf %0, %c : tensor<?xf64>
  return %1 : tensor<?xf64>
}
func.func private @pullback(tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @stop_gradient_in_callee}
