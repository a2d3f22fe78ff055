// The second derivative of a loop that carries a tensor of dynamic size: the tape has two open dimensions.
func.func @higher_dynamic_loop(%x: tensor<?xf64>, %w: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<?xf64> {
    %1 = arith.mulf %h, %w : tensor<?xf64>
    %2 = math.tanh %1 : tensor<?xf64>
    scf.yield %2 : tensor<?xf64>
  }
  return %0 : tensor<?xf64>
}
func.func private @first(tensor<?xf64>, tensor<?xf64>, index, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) attributes {lagrad.pullback = @higher_dynamic_loop}
func.func private @second(tensor<?xf64>, tensor<?xf64>, index, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) attributes {lagrad.pullback = @first}
