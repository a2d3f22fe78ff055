// The condition is an argument of type i1, which has no gradient.
func.func @scalar_select_boolean_argument(%c: i1, %x: f64, %y: f64) -> f64 {
  %0 = arith.select %c, %x, %y : f64
  %1 = arith.mulf %0, %y : f64
  return %1 : f64
}
func.func private @pullback(i1, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @scalar_select_boolean_argument}
