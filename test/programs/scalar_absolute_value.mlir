// absf and negf on both sides of zero.
func.func @scalar_absolute_value(%x: f64, %y: f64) -> f64 {
  %0 = arith.negf %x : f64
  %1 = math.absf %0 : f64
  %2 = math.absf %y : f64
  %3 = arith.mulf %1, %2 : f64
  %4 = arith.mulf %3, %0 : f64
  return %4 : f64
}
func.func private @gradient(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @scalar_absolute_value}
