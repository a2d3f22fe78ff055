// Data that a program marks as inactive takes part in products with the weights.
func.func @inactive_argument_tensor(%w: tensor<2x3xf64>, %x: tensor<3xf64> {lagrad.inactive}, %b: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant dense<0.0> : tensor<2xf64>
  %0 = linalg.matvec ins(%w, %x : tensor<2x3xf64>, tensor<3xf64>) outs(%zero : tensor<2xf64>) -> tensor<2xf64>
  %1 = math.tanh %0 : tensor<2xf64>
  %2 = tensor.extract %1[%c0] : tensor<2xf64>
  %3 = tensor.extract %x[%c0] : tensor<3xf64>
  %4 = arith.mulf %2, %3 : f64
  %5 = arith.mulf %4, %b : f64
  return %5 : f64
}
func.func private @gradient(tensor<2x3xf64>, tensor<3xf64>, f64) -> (tensor<2x3xf64>, f64) attributes {lagrad.gradient = @inactive_argument_tensor, lagrad.wrt = [0, 2]}
