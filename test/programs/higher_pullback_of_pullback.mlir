// The pullback of a pullback is differentiated with respect to the point and the cotangent.
func.func @higher_pullback_of_pullback(%x: tensor<3xf64>, %w: tensor<2x3xf64>) -> tensor<2xf64> {
  %z = arith.constant dense<0.0> : tensor<2xf64>
  %0 = linalg.matvec ins(%w, %x : tensor<2x3xf64>, tensor<3xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
  %1 = math.tanh %0 : tensor<2xf64>
  return %1 : tensor<2xf64>
}
func.func private @first(tensor<3xf64>, tensor<2x3xf64>, tensor<2xf64>) -> (tensor<3xf64>, tensor<2x3xf64>) attributes {lagrad.pullback = @higher_pullback_of_pullback}
func.func private @second(tensor<3xf64>, tensor<2x3xf64>, tensor<2xf64>, tensor<3xf64>, tensor<2x3xf64>) -> (tensor<3xf64>, tensor<2x3xf64>, tensor<2xf64>) attributes {lagrad.pullback = @first}
