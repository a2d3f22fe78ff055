// A branch inside the loop, taken depending on the carried value.
func.func @for_with_branch(%x: f64, %t: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %c = arith.cmpf ogt, %p, %t : f64
    %1 = scf.if %c -> f64 {
      %2 = math.log1p %p : f64
      scf.yield %2 : f64
    } else {
      %2 = arith.mulf %p, %t : f64
      %3 = math.exp %2 : f64
      scf.yield %3 : f64
    }
    scf.yield %1 : f64
  }
  return %0 : f64
}
func.func private @pullback(f64, f64, index, f64) -> (f64, f64) attributes {lagrad.pullback = @for_with_branch}
