// A branch with a scalar result; the cotangent goes to the branch that was taken.
func.func @if_scalar(%x: f64, %y: f64) -> f64 {
  %c = arith.cmpf ogt, %x, %y : f64
  %0 = scf.if %c -> f64 {
    %1 = arith.mulf %x, %y : f64
    scf.yield %1 : f64
  } else {
    %1 = math.exp %x : f64
    %2 = arith.divf %1, %y : f64
    scf.yield %2 : f64
  }
  %3 = arith.mulf %0, %x : f64
  return %3 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @if_scalar}
