// The second derivative of a branch in a loop, taken depending on the carried value.
func.func @higher_branch_in_loop(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %c = arith.cmpf ogt, %p, %y : f64
    %1 = scf.if %c -> f64 {
      %2 = math.sqrt %p : f64
      %3 = arith.mulf %2, %y : f64
      scf.yield %3 : f64
    } else {
      %2 = arith.mulf %p, %p : f64
      %3 = math.exp %2 : f64
      scf.yield %3 : f64
    }
    scf.yield %1 : f64
  }
  return %0 : f64
}
func.func private @first(f64, f64, index) -> (f64, f64) attributes {lagrad.gradient = @higher_branch_in_loop}
func.func private @second(f64, f64, index, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @first}
