// Assertions on active values stay and have no derivative.
func.func @assert_scalar(%x: f64, %y: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %ok = arith.cmpf ogt, %x, %zero : f64
  cf.assert %ok, "x is positive"
  %0 = math.log %x : f64
  %1 = arith.mulf %0, %y : f64
  %below = arith.cmpf olt, %1, %x : f64
  cf.assert %below, "the product is small"
  %2 = arith.mulf %1, %x : f64
  return %2 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @assert_scalar}
