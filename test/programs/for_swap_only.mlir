// Tensors that are only swapped: the gradient follows the parity of the trips.
func.func @for_swap_only(%x: tensor<2xf64>, %y: tensor<2xf64>, %n: index) -> (tensor<2xf64>, tensor<2xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %y) -> (tensor<2xf64>, tensor<2xf64>) {
    scf.yield %b, %a : tensor<2xf64>, tensor<2xf64>
  }
  return %0#0, %0#1 : tensor<2xf64>, tensor<2xf64>
}
func.func private @pullback(tensor<2xf64>, tensor<2xf64>, index, tensor<2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) attributes {lagrad.pullback = @for_swap_only}
