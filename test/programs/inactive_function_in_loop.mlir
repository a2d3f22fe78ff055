// An inactive function computes a step size from the state in every iteration.
func.func private @step_size(%x: tensor<3xf64>, %n: index) -> (f64, tensor<3xf64>) attributes {lagrad.inactive} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %a = tensor.extract %x[%c0] : tensor<3xf64>
  %i = arith.index_cast %n : index to i64
  %f = arith.sitofp %i : i64 to f64
  %b = arith.addf %f, %one : f64
  %c = arith.divf %a, %b : f64
  %t = math.tanh %x : tensor<3xf64>
  return %c, %t : f64, tensor<3xf64>
}
func.func @inactive_function_in_loop(%x: tensor<3xf64>, %n: index) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<3xf64> {
    %s, %t = func.call @step_size(%h, %i) : (tensor<3xf64>, index) -> (f64, tensor<3xf64>)
    %u = tensor.splat %s : tensor<3xf64>
    %1 = math.sin %h : tensor<3xf64>
    %2 = arith.mulf %1, %u : tensor<3xf64>
    %3 = arith.mulf %2, %t : tensor<3xf64>
    %4 = arith.addf %h, %3 : tensor<3xf64>
    scf.yield %4 : tensor<3xf64>
  }
  return %0 : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, index, tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.pullback = @inactive_function_in_loop}
