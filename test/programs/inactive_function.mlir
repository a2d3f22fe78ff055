// No derivative flows through a call of an inactive function, though its result depends on x.
func.func private @scale(%x: f64) -> f64 attributes {lagrad.inactive} {
  %0 = math.exp %x : f64
  return %0 : f64
}
func.func @inactive_function(%x: f64, %y: f64) -> f64 {
  %s = call @scale(%x) : (f64) -> f64
  %0 = arith.mulf %s, %x : f64
  %1 = call @scale(%0) : (f64) -> f64
  %2 = arith.mulf %1, %y : f64
  %3 = arith.addf %2, %0 : f64
  return %3 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @inactive_function}
