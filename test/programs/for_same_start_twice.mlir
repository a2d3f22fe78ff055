// Two carried values start from one: its adjoint is the sum of both.
func.func @for_same_start_twice(%x: tensor<3xf64>, %n: index) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (tensor<3xf64>, tensor<3xf64>) {
    %1 = arith.mulf %a, %b : tensor<3xf64>
    %2 = math.sin %b : tensor<3xf64>
    scf.yield %1, %2 : tensor<3xf64>, tensor<3xf64>
  }
  %3 = arith.addf %0#0, %0#1 : tensor<3xf64>
  return %3 : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, index, tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.pullback = @for_same_start_twice}
