// All four maxima and minima away from ties, nested in each other.
func.func @scalar_max_min(%x: f64, %y: f64, %z: f64) -> f64 {
  %0 = arith.maximumf %x, %y : f64
  %1 = arith.minimumf %0, %z : f64
  %2 = arith.mulf %1, %x : f64
  %3 = arith.maxnumf %2, %z : f64
  %4 = arith.minnumf %3, %y : f64
  %5 = arith.mulf %4, %2 : f64
  return %5 : f64
}
func.func private @pullback(f64, f64, f64, f64) -> (f64, f64, f64) attributes {lagrad.pullback = @scalar_max_min}
