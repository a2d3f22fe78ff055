// The product of the Hessian of a recurrent network's loss with a vector.
func.func @higher_recurrent_network(%xs: tensor<3x2xf64>, %w: tensor<2x2xf64>, %h0: tensor<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %0:2 = scf.for %t = %c0 to %c3 step %c1 iter_args(%h = %h0, %loss = %zero) -> (tensor<2xf64>, f64) {
    %x = tensor.extract_slice %xs[%t, 0] [1, 2] [1, 1] : tensor<3x2xf64> to tensor<2xf64>
    %1 = linalg.matvec ins(%w, %h : tensor<2x2xf64>, tensor<2xf64>) outs(%x : tensor<2xf64>) -> tensor<2xf64>
    %2 = math.tanh %1 : tensor<2xf64>
    %l = tensor.from_elements %loss : tensor<f64>
    %3 = linalg.dot ins(%2, %2 : tensor<2xf64>, tensor<2xf64>) outs(%l : tensor<f64>) -> tensor<f64>
    %4 = tensor.extract %3[] : tensor<f64>
    scf.yield %2, %4 : tensor<2xf64>, f64
  }
  return %0#1 : f64
}
func.func private @gradient(tensor<3x2xf64>, tensor<2x2xf64>, tensor<2xf64>) -> tensor<2x2xf64> attributes {lagrad.gradient = @higher_recurrent_network, lagrad.wrt = [1]}
func.func private @hvp(tensor<3x2xf64>, tensor<2x2xf64>, tensor<2xf64>, tensor<2x2xf64>) -> tensor<2x2xf64> attributes {lagrad.pullback = @gradient, lagrad.wrt = [1]}
