// The third derivative of a loop with an open number of trips.
func.func @higher_while_third_order(%x: f64) -> f64 {
  %limit = arith.constant 5.0 : f64
  %0 = scf.while (%p = %x) : (f64) -> f64 {
    %c = arith.cmpf olt, %p, %limit : f64
    scf.condition(%c) %p : f64
  } do {
  ^bb0(%p: f64):
    %1 = arith.mulf %p, %p : f64
    %2 = math.sin %x : f64
    %3 = arith.addf %1, %2 : f64
    scf.yield %3 : f64
  }
  return %0 : f64
}
func.func private @first(f64) -> f64 attributes {lagrad.gradient = @higher_while_third_order}
func.func private @second(f64) -> f64 attributes {lagrad.gradient = @first}
func.func private @third(f64) -> f64 attributes {lagrad.gradient = @second}
