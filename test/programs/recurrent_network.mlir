// A recurrent cell over a sequence, with a loss at every step.
func.func @recurrent_network(%xs: tensor<?x2xf64>, %w: tensor<3x3xf64>, %u: tensor<3x2xf64>, %h0: tensor<3xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %xs, %c0 : tensor<?x2xf64>
  %e = tensor.empty() : tensor<3xf64>
  %0:2 = scf.for %t = %c0 to %n step %c1 iter_args(%h = %h0, %loss = %zero) -> (tensor<3xf64>, f64) {
    %x = tensor.extract_slice %xs[%t, 0] [1, 2] [1, 1] : tensor<?x2xf64> to tensor<2xf64>
    %z = linalg.fill ins(%zero : f64) outs(%e : tensor<3xf64>) -> tensor<3xf64>
    %1 = linalg.matvec ins(%w, %h : tensor<3x3xf64>, tensor<3xf64>) outs(%z : tensor<3xf64>) -> tensor<3xf64>
    %2 = linalg.matvec ins(%u, %x : tensor<3x2xf64>, tensor<2xf64>) outs(%1 : tensor<3xf64>) -> tensor<3xf64>
    %3 = math.tanh %2 : tensor<3xf64>
    %l = tensor.from_elements %loss : tensor<f64>
    %4 = linalg.dot ins(%3, %3 : tensor<3xf64>, tensor<3xf64>) outs(%l : tensor<f64>) -> tensor<f64>
    %5 = tensor.extract %4[] : tensor<f64>
    scf.yield %3, %5 : tensor<3xf64>, f64
  }
  return %0#1 : f64
}
func.func private @gradient(tensor<?x2xf64>, tensor<3x3xf64>, tensor<3x2xf64>, tensor<3xf64>) -> (tensor<?x2xf64>, tensor<3x3xf64>, tensor<3x2xf64>, tensor<3xf64>) attributes {lagrad.gradient = @recurrent_network}
