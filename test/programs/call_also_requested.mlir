// The callee has a request of its own, with another wrt than its caller needs.
func.func @call_also_requested_inner(%a: f64, %b: f64) -> f64 {
  %0 = arith.mulf %a, %a : f64
  %1 = arith.mulf %0, %b : f64
  return %1 : f64
}
func.func @call_also_requested(%x: f64) -> f64 {
  %two = arith.constant 2.0 : f64
  %0 = func.call @call_also_requested_inner(%two, %x) : (f64, f64) -> f64
  %1 = func.call @call_also_requested_inner(%x, %two) : (f64, f64) -> f64
  %2 = arith.mulf %0, %1 : f64
  return %2 : f64
}
func.func private @inner(f64, f64, f64) -> f64 attributes {lagrad.pullback = @call_also_requested_inner, lagrad.wrt = [0]}
func.func private @outer(f64) -> f64 attributes {lagrad.gradient = @call_also_requested}
