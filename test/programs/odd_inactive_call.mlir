// One of two calls of the same function is marked inactive, and both results of it.
func.func private @spin(%a: f64, %b: f64) -> (f64, f64) {
  %0 = math.sin %a : f64
  %1 = math.cos %b : f64
  %2 = arith.mulf %0, %1 : f64
  return %2, %0 : f64, f64
}
func.func @odd_inactive_call(%x: f64, %y: f64) -> f64 {
  %0, %1 = func.call @spin(%x, %y) {lagrad.inactive} : (f64, f64) -> (f64, f64)
  %2, %3 = func.call @spin(%y, %x) : (f64, f64) -> (f64, f64)
  %4 = arith.mulf %0, %2 : f64
  %5 = arith.mulf %1, %3 : f64
  %6 = arith.addf %4, %5 : f64
  return %6 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @odd_inactive_call}
