// A function of the C library, known only by its declaration, with a pullback written beside it.
func.func private @cbrt(f64) -> f64 attributes {lagrad.custom_pullback = @cbrt_pullback}
func.func private @cbrt_pullback(%x: f64, %ct: f64) -> f64 {
  %three = arith.constant 3.0 : f64
  %0 = func.call @cbrt(%x) : (f64) -> f64
  %1 = arith.mulf %0, %0 : f64
  %2 = arith.mulf %1, %three : f64
  %3 = arith.divf %ct, %2 : f64
  return %3 : f64
}
func.func @custom_pullback_external(%x: f64, %y: f64) -> f64 {
  %0 = arith.mulf %x, %y : f64
  %1 = call @cbrt(%0) : (f64) -> f64
  %2 = arith.mulf %1, %1 : f64
  %3 = arith.mulf %2, %x : f64
  return %3 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @custom_pullback_external}
