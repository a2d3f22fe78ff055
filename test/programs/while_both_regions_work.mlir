// Active work on both sides of the condition; the last trip runs only the first side.
func.func @while_both_regions_work(%x: f64, %s: f64) -> f64 {
  %limit = arith.constant 15.0 : f64
  %0 = scf.while (%p = %x) : (f64) -> f64 {
    %1 = arith.mulf %p, %p : f64
    %2 = arith.addf %1, %s : f64
    %c = arith.cmpf olt, %2, %limit : f64
    scf.condition(%c) %2 : f64
  } do {
  ^bb0(%q: f64):
    %1 = math.sqrt %q : f64
    %2 = arith.addf %1, %s : f64
    scf.yield %2 : f64
  }
  return %0 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @while_both_regions_work}
