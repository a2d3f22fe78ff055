// The callee's second argument is inactive, also where it receives the same value as the first.
func.func private @weigh(%a: f64, %b: f64 {lagrad.inactive}) -> f64 {
  %0 = arith.mulf %a, %b : f64
  %1 = math.sin %0 : f64
  return %1 : f64
}
func.func @inactive_argument_of_callee(%x: f64, %y: f64) -> f64 {
  %0 = call @weigh(%x, %x) : (f64, f64) -> f64
  %1 = call @weigh(%0, %y) : (f64, f64) -> f64
  %2 = arith.mulf %1, %y : f64
  return %2 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @inactive_argument_of_callee}
