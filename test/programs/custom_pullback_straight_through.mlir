// A quantiser whose own derivative is zero almost everywhere, with the identity for its pullback.
func.func private @quantise(%x: f64) -> f64 attributes {lagrad.custom_pullback = @quantise_pullback} {
  %0 = math.roundeven %x : f64
  return %0 : f64
}
func.func private @quantise_pullback(%x: f64, %ct: f64) -> f64 {
  return %ct : f64
}
func.func @custom_pullback_straight_through(%x: f64, %y: f64) -> f64 {
  %three = arith.constant 3.0 : f64
  %0 = arith.mulf %x, %three : f64
  %1 = call @quantise(%0) : (f64) -> f64
  %2 = arith.mulf %1, %y : f64
  %3 = call @quantise(%2) : (f64) -> f64
  %4 = arith.mulf %3, %1 : f64
  return %4 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @custom_pullback_straight_through}
