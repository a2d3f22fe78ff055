// A call in a loop, carrying a tensor through it.
func.func private @call_in_loop_step(%h: tensor<3xf64>, %s: f64) -> tensor<3xf64> {
  %w = tensor.splat %s : tensor<3xf64>
  %0 = arith.mulf %h, %w : tensor<3xf64>
  %1 = math.tanh %0 : tensor<3xf64>
  return %1 : tensor<3xf64>
}
func.func @call_in_loop(%x: tensor<3xf64>, %s: f64, %n: index) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<3xf64> {
    %1 = func.call @call_in_loop_step(%h, %s) : (tensor<3xf64>, f64) -> tensor<3xf64>
    scf.yield %1 : tensor<3xf64>
  }
  return %0 : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, f64, index, tensor<3xf64>) -> (tensor<3xf64>, f64) attributes {lagrad.pullback = @call_in_loop}
