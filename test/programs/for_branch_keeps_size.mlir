// The branch yields a tensor of the carried one's size or of its start's: they are equal if the loop keeps them so.
func.func @for_branch_keeps_size(%x: tensor<?xf64>, %c: i1, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<?xf64> {
    %1 = scf.if %c -> tensor<?xf64> {
      %2 = math.sin %h : tensor<?xf64>
      scf.yield %2 : tensor<?xf64>
    } else {
      scf.yield %x : tensor<?xf64>
    }
    %3 = math.sin %1 : tensor<?xf64>
    scf.yield %3 : tensor<?xf64>
  }
  return %0 : tensor<?xf64>
}
func.func private @pullback(tensor<?xf64>, i1, index, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @for_branch_keeps_size}
