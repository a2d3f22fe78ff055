// The same with a carried tensor of unknown size.
func.func @for_tensor_carried_dynamic(%x: tensor<?x2xf64>, %n: index) -> tensor<?x2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<?x2xf64> {
    %1 = math.sin %h : tensor<?x2xf64>
    %2 = arith.mulf %1, %h : tensor<?x2xf64>
    scf.yield %2 : tensor<?x2xf64>
  }
  return %0 : tensor<?x2xf64>
}
func.func private @pullback(tensor<?x2xf64>, index, tensor<?x2xf64>) -> tensor<?x2xf64> attributes {lagrad.pullback = @for_tensor_carried_dynamic}
