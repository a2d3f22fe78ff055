// A carried tensor replaced in every iteration by a function of itself.
func.func @for_tensor_carried(%x: tensor<4xf64>, %w: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<4xf64> {
    %1 = arith.mulf %h, %w : tensor<4xf64>
    %2 = math.tanh %1 : tensor<4xf64>
    %3 = arith.addf %2, %x : tensor<4xf64>
    scf.yield %3 : tensor<4xf64>
  }
  return %0 : tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<4xf64>, index, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) attributes {lagrad.pullback = @for_tensor_carried}
