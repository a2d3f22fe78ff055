// An integer tensor converted elementwise weighs a float one.
func.func @tensor_integers_to_floats(%n: tensor<3xi64>, %x: tensor<3xf64>) -> tensor<3xf64> {
  %0 = arith.sitofp %n : tensor<3xi64> to tensor<3xf64>
  %1 = arith.mulf %x, %0 : tensor<3xf64>
  %2 = math.cos %1 : tensor<3xf64>
  return %2 : tensor<3xf64>
}
func.func private @pullback(tensor<3xi64>, tensor<3xf64>, tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.pullback = @tensor_integers_to_floats}
