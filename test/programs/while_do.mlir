// The do-while shape: all work stands before the condition, which passes on what it made.
func.func @while_do(%x: f64, %s: f64) -> f64 {
  %limit = arith.constant 12.0 : f64
  %0 = scf.while (%p = %x) : (f64) -> f64 {
    %1 = arith.mulf %p, %s : f64
    %2 = math.exp %1 : f64
    %3 = arith.addf %2, %p : f64
    %c = arith.cmpf olt, %3, %limit : f64
    scf.condition(%c) %3 : f64
  } do {
  ^bb0(%q: f64):
    scf.yield %q : f64
  }
  return %0 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @while_do}
