// Newton's iteration for a square root until it no longer moves much.
func.func @while_newton(%x: f64, %y0: f64) -> f64 {
  %half = arith.constant 0.5 : f64
  %eps = arith.constant 0.01 : f64
  %0 = scf.while (%y = %y0) : (f64) -> f64 {
    %1 = arith.mulf %y, %y : f64
    %2 = arith.subf %1, %x : f64
    %3 = math.absf %2 : f64
    %c = arith.cmpf ogt, %3, %eps : f64
    scf.condition(%c) %y : f64
  } do {
  ^bb0(%y: f64):
    %1 = arith.divf %x, %y : f64
    %2 = arith.addf %y, %1 : f64
    %3 = arith.mulf %half, %2 : f64
    scf.yield %3 : f64
  }
  return %0 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @while_newton}
