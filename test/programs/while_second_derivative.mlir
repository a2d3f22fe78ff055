// The pullback of the gradient of a loop with an open number of trips.
func.func @while_second_derivative(%x: f64, %y: f64) -> f64 {
  %limit = arith.constant 10.0 : f64
  %0 = scf.while (%p = %x) : (f64) -> f64 {
    %c = arith.cmpf olt, %p, %limit : f64
    scf.condition(%c) %p : f64
  } do {
  ^bb0(%p: f64):
    %1 = arith.mulf %p, %y : f64
    %2 = math.exp %1 : f64
    %3 = arith.addf %2, %p : f64
    scf.yield %3 : f64
  }
  return %0 : f64
}
func.func private @first(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @while_second_derivative}
func.func private @second(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @first}
