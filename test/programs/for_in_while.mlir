// A counted loop, whose bound grows with the trip, inside a loop with an open number of trips.
func.func @for_in_while(%x: f64, %y: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %limit = arith.constant 30.0 : f64
  %0:2 = scf.while (%p = %x, %k = %c1) : (f64, index) -> (f64, index) {
    %c = arith.cmpf olt, %p, %limit : f64
    scf.condition(%c) %p, %k : f64, index
  } do {
  ^bb0(%p: f64, %k: index):
    %1 = scf.for %i = %c0 to %k step %c1 iter_args(%q = %p) -> f64 {
      %2 = math.sin %q : f64
      %3 = arith.mulf %2, %y : f64
      %4 = arith.addf %3, %q : f64
      scf.yield %4 : f64
    }
    %5 = arith.mulf %1, %p : f64
    %6 = arith.addf %5, %y : f64
    %l = arith.addi %k, %c1 : index
    scf.yield %6, %l : f64, index
  }
  return %0#0 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @for_in_while}
