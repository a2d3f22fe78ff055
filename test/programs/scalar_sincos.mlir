// sincos has two results; either may be unused.
func.func @scalar_sincos(%x: f64, %y: f64) -> (f64, f64) {
  %s, %c = math.sincos %x : f64
  %0 = arith.mulf %s, %y : f64
  %1 = arith.mulf %c, %0 : f64
  %s2, %c2 = math.sincos %y : f64
  return %1, %c2 : f64, f64
}
func.func private @pullback(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @scalar_sincos}
