// Both numbers of trips depend on active values.
func.func @while_in_while(%x: f64, %y: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %limit = arith.constant 50.0 : f64
  %half = arith.constant 0.5 : f64
  %0:2 = scf.while (%p = %x, %t = %one) : (f64, f64) -> (f64, f64) {
    %c = arith.cmpf olt, %p, %limit : f64
    scf.condition(%c) %p, %t : f64, f64
  } do {
  ^bb0(%p: f64, %t: f64):
    %1 = scf.while (%q = %p) : (f64) -> f64 {
      %c = arith.cmpf ogt, %q, %one : f64
      scf.condition(%c) %q : f64
    } do {
    ^bb0(%q: f64):
      %2 = math.sin %q : f64
      %3 = arith.mulf %2, %half : f64
      %4 = arith.mulf %3, %y : f64
      scf.yield %4 : f64
    }
    %5 = math.exp %1 : f64
    %6 = arith.mulf %5, %t : f64
    %7 = arith.addf %6, %p : f64
    %8 = arith.addf %t, %one : f64
    scf.yield %7, %8 : f64, f64
  }
  return %0#0 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @while_in_while}
