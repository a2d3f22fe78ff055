// select passes the cotangent to the chosen operand, here chosen by an active comparison.
func.func @scalar_select(%x: f64, %y: f64) -> f64 {
  %less = arith.cmpf olt, %x, %y : f64
  %0 = arith.mulf %x, %x : f64
  %1 = arith.mulf %0, %y : f64
  %2 = arith.select %less, %0, %1 : f64
  %3 = arith.select %less, %1, %x : f64
  %4 = arith.mulf %2, %3 : f64
  return %4 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @scalar_select}
