// Fast-math flags on the primal change nothing about its derivative.
func.func @scalar_fastmath_flags(%x: f64, %y: f64) -> f64 {
  %0 = arith.mulf %x, %y fastmath<reassoc,contract> : f64
  %1 = math.exp %0 fastmath<fast> : f64
  %2 = arith.addf %1, %x fastmath<contract> : f64
  return %2 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @scalar_fastmath_flags}
