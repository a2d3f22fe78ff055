// The number of trips depends on an active value.
func.func @while_scalar(%x: f64, %y: f64) -> f64 {
  %limit = arith.constant 20.0 : f64
  %0 = scf.while (%p = %x) : (f64) -> f64 {
    %c = arith.cmpf olt, %p, %limit : f64
    scf.condition(%c) %p : f64
  } do {
  ^bb0(%p: f64):
    %1 = math.exp %y : f64
    %2 = arith.mulf %p, %1 : f64
    %3 = arith.addf %2, %y : f64
    scf.yield %3 : f64
  }
  return %0 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @while_scalar}
