// The same value once with and once without its derivative.
func.func @stop_gradient_scalar(%x: f64, %y: f64) -> f64 {
  %0 = math.exp %x : f64
  %1 = "lagrad.stop_gradient"(%0) : (f64) -> f64
  %2 = arith.mulf %0, %1 : f64
  %3 = arith.mulf %2, %y : f64
  %4 = "lagrad.stop_gradient"(%3) : (f64) -> f64
  %5 = arith.mulf %4, %3 : f64
  return %5 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @stop_gradient_scalar}
