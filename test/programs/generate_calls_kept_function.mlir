// A function that is not inlined overwrites its argument; the body that calls it runs for each element.
func.func private @add_in_place(%t: tensor<3xf64>, %i: index) -> f64 attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %e = tensor.extract %t[%i] : tensor<3xf64>
  %e1 = arith.addf %e, %one : f64
  %u = tensor.insert %e1 into %t[%i] : tensor<3xf64>
  %v = tensor.extract %u[%c0] : tensor<3xf64>
  %w = arith.mulf %v, %e1 : f64
  return %w : f64
}
func.func @generate_calls_kept_function(%x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = math.sin %x : tensor<3xf64>
  %g = tensor.generate {
  ^bb0(%i: index):
    %v = func.call @add_in_place(%0, %i) : (tensor<3xf64>, index) -> f64
    tensor.yield %v : f64
  } : tensor<3xf64>
  return %g : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>) attributes {lagrad.pullback = @generate_calls_kept_function}
