// Calls within calls, defined after their use.
func.func @call_nested(%x: f64, %y: f64) -> f64 {
  %0 = func.call @call_nested_outer(%x, %y) : (f64, f64) -> f64
  %1 = arith.mulf %0, %y : f64
  return %1 : f64
}
func.func private @call_nested_outer(%a: f64, %b: f64) -> f64 {
  %0 = func.call @call_nested_inner(%a) : (f64) -> f64
  %1 = func.call @call_nested_inner(%b) : (f64) -> f64
  %2 = arith.divf %0, %1 : f64
  return %2 : f64
}
func.func private @call_nested_inner(%a: f64) -> f64 {
  %0 = math.exp %a : f64
  %1 = arith.addf %0, %a : f64
  return %1 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @call_nested}
