// The squared length of A x + b, and its value and gradient with respect to x.
func.func @loss(%A: tensor<?x3xf64>, %x: tensor<3xf64>, %b: tensor<?xf64>) -> f64 {
  %r = linalg.matvec ins(%A, %x : tensor<?x3xf64>, tensor<3xf64>) outs(%b : tensor<?xf64>) -> tensor<?xf64>
  %zero = arith.constant dense<0.0> : tensor<f64>
  %sum = linalg.dot ins(%r, %r : tensor<?xf64>, tensor<?xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %length = tensor.extract %sum[] : tensor<f64>
  return %length : f64
}
func.func private @loss_gradient(tensor<?x3xf64>, tensor<3xf64>, tensor<?xf64>) -> (f64, tensor<3xf64>)
    attributes {lagrad.gradient = @loss, lagrad.wrt = [1], lagrad.with_primal}
