// Only one of the two results of a function with its own pullback matters: the other's cotangent is zero.
func.func private @pair(%x: f64) -> (f64, f64) attributes {lagrad.custom_pullback = @pair_pullback} {
  %0 = math.sin %x : f64
  %1 = math.cos %x : f64
  return %0, %1 : f64, f64
}
func.func private @pair_pullback(%x: f64, %a: f64, %b: f64) -> f64 {
  %three = arith.constant 3.0 : f64
  %0 = arith.mulf %a, %three : f64
  %1 = arith.addf %0, %b : f64
  return %1 : f64
}
func.func @custom_pullback_one_result_used(%x: f64, %y: f64) -> f64 {
  %0, %1 = call @pair(%x) : (f64) -> (f64, f64)
  %2 = arith.mulf %0, %y : f64
  return %2 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @custom_pullback_one_result_used}
