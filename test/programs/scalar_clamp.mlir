// clampf passes the cotangent to whichever of value, lower and upper bound it returned.
func.func @scalar_clamp(%x: f64, %lo: f64, %hi: f64) -> f64 {
  %six = arith.constant 6.0 : f64
  %nine = arith.constant 9.0 : f64
  %low = arith.subf %lo, %six : f64
  %high = arith.addf %hi, %six : f64
  %0 = math.clampf %x to [%low, %high] : f64
  %mid = arith.subf %x, %nine : f64
  %1 = math.clampf %mid to [%low, %high] : f64
  %up = arith.addf %x, %nine : f64
  %2 = math.clampf %up to [%low, %high] : f64
  %3 = arith.mulf %0, %1 : f64
  %4 = arith.mulf %3, %2 : f64
  return %4 : f64
}
func.func private @pullback(f64, f64, f64, f64) -> (f64, f64, f64) attributes {lagrad.pullback = @scalar_clamp}
