// Nothing is left to differentiate: the gradient is zero.
func.func @stop_gradient_everything(%x: tensor<3xf64>, %y: f64) -> tensor<3xf64> {
  %0 = math.sin %x : tensor<3xf64>
  %1 = "lagrad.stop_gradient"(%0) : (tensor<3xf64>) -> tensor<3xf64>
  %2 = "lagrad.stop_gradient"(%y) : (f64) -> f64
  %3 = tensor.splat %2 : tensor<3xf64>
  %4 = arith.mulf %1, %3 : tensor<3xf64>
  return %4 : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, f64, tensor<3xf64>) -> (tensor<3xf64>, f64) attributes {lagrad.pullback = @stop_gradient_everything}
