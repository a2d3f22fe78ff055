// A function that returns early.
func.func @cf_two_returns(%x: f64, %y: f64) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %0 = arith.subf %x, %y : f64
  %c = arith.cmpf olt, %0, %zero : f64
  cf.cond_br %c, ^early, ^late
^early:
  %1 = arith.mulf %0, %0 : f64
  return %1, %x : f64, f64
^late:
  %2 = math.sqrt %0 : f64
  return %2, %0 : f64, f64
}
func.func private @pullback(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @cf_two_returns}
