// Forward over reverse over a loop with a branch: the Hessian times a vector, and the gradient of that.
func.func @pushforward_of_gradient(%x: tensor<4xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %start = arith.constant dense<0.0> : tensor<f64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%v = %x) -> tensor<4xf64> {
    %first = tensor.extract %v[%i] : tensor<4xf64>
    %positive = arith.cmpf ogt, %first, %zero : f64
    %w = scf.if %positive -> tensor<4xf64> {
      %0 = math.sin %v : tensor<4xf64>
      scf.yield %0 : tensor<4xf64>
    } else {
      %0 = arith.mulf %v, %v : tensor<4xf64>
      scf.yield %0 : tensor<4xf64>
    }
    %p = arith.mulf %w, %x : tensor<4xf64>
    scf.yield %p : tensor<4xf64>
  }
  %s = linalg.dot ins(%r, %x : tensor<4xf64>, tensor<4xf64>) outs(%start : tensor<f64>) -> tensor<f64>
  %result = tensor.extract %s[] : tensor<f64>
  return %result : f64
}
func.func private @gradient(tensor<4xf64>, index) -> tensor<4xf64> attributes {lagrad.gradient = @pushforward_of_gradient}
func.func private @hessian_vector(tensor<4xf64>, tensor<4xf64>, index) -> (tensor<4xf64>, tensor<4xf64>)
    attributes {lagrad.pushforward = @gradient, lagrad.with_primal}
func.func private @third(tensor<4xf64>, tensor<4xf64>, index, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64>
    attributes {lagrad.pullback = @hessian_vector, lagrad.wrt = [0]}
