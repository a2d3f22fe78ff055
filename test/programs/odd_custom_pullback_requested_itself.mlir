// The function whose derivative is asked for brings its own pullback, which calls a third function.
func.func private @tripled(%a: f64) -> f64 {
  %three = arith.constant 3.0 : f64
  %0 = arith.mulf %a, %three : f64
  return %0 : f64
}
func.func @odd_custom_pullback_requested_itself_pullback(%x: f64, %y: f64, %ct: f64) -> (f64, f64) {
  %0 = call @tripled(%ct) : (f64) -> f64
  %1 = arith.mulf %0, %y : f64
  return %1, %ct : f64, f64
}
func.func @odd_custom_pullback_requested_itself(%x: f64, %y: f64) -> f64 attributes {lagrad.custom_pullback = @odd_custom_pullback_requested_itself_pullback} {
  %0 = arith.mulf %x, %y : f64
  return %0 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @odd_custom_pullback_requested_itself}
func.func private @only_y(f64, f64) -> f64 attributes {lagrad.gradient = @odd_custom_pullback_requested_itself, lagrad.wrt = [1]}
