// A loop in a branch in a loop, its bound the outer induction variable.
func.func @for_in_branch_in_for(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %c = arith.cmpf ogt, %p, %zero : f64
    %1 = scf.if %c -> f64 {
      %2 = scf.for %j = %c0 to %i step %c1 iter_args(%q = %p) -> f64 {
        %3 = arith.mulf %q, %y : f64
        %4 = math.sin %3 : f64
        scf.yield %4 : f64
      }
      %5 = arith.mulf %2, %p : f64
      %6 = arith.subf %5, %y : f64
      scf.yield %6 : f64
    } else {
      %2 = arith.mulf %p, %p : f64
      %3 = arith.addf %2, %x : f64
      scf.yield %3 : f64
    }
    scf.yield %1 : f64
  }
  return %0 : f64
}
func.func private @pullback(f64, f64, index, f64) -> (f64, f64) attributes {lagrad.pullback = @for_in_branch_in_for}
