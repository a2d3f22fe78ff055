// At a tie of two variables each gets half; the slope of the absolute value at zero is zero.
func.func @scalar_max_tie(%x: f64, %y: f64 {lagrad.example = 0.0 : f64}) -> (f64, f64, f64) {
  %0 = arith.maximumf %x, %x : f64
  %zero = arith.constant 0.0 : f64
  %same = arith.addf %x, %zero : f64
  %2 = arith.mulf %same, %same : f64
  %3 = arith.mulf %x, %x : f64
  %4 = arith.minimumf %2, %3 : f64
  %5 = math.absf %y : f64
  return %0, %4, %5 : f64, f64, f64
}
func.func private @pullback(f64, f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @scalar_max_tie}
