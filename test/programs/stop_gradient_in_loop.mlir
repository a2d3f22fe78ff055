// Truncated back-propagation: the state's derivative ends at every iteration, the input's does not.
func.func @stop_gradient_in_loop(%x: tensor<2xf64>, %w: tensor<2x2xf64>, %n: index) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<2xf64> {
    %s = "lagrad.stop_gradient"(%h) : (tensor<2xf64>) -> tensor<2xf64>
    %1 = linalg.matvec ins(%w, %s : tensor<2x2xf64>, tensor<2xf64>) outs(%x : tensor<2xf64>) -> tensor<2xf64>
    %2 = math.tanh %1 : tensor<2xf64>
    scf.yield %2 : tensor<2xf64>
  }
  return %0 : tensor<2xf64>
}
func.func private @pullback(tensor<2xf64>, tensor<2x2xf64>, index, tensor<2xf64>) -> (tensor<2xf64>, tensor<2x2xf64>) attributes {lagrad.pullback = @stop_gradient_in_loop}
