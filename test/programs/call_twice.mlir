// One function called twice, the second time with the first one's result in both places.
func.func private @call_twice_inner(%a: f64, %b: f64) -> f64 {
  %0 = arith.mulf %a, %b : f64
  %1 = math.sin %0 : f64
  %2 = arith.addf %1, %a : f64
  return %2 : f64
}
func.func @call_twice(%x: f64, %y: f64) -> f64 {
  %0 = func.call @call_twice_inner(%x, %y) : (f64, f64) -> f64
  %1 = func.call @call_twice_inner(%0, %0) : (f64, f64) -> f64
  return %1 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @call_twice}
