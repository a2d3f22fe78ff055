// At a tie of two variables each gets half; against a constant the variable gets nothing.
func.func @scalar_max_tie(%x: f64) -> (f64, f64, f64) {
  %zero = arith.constant 0.0 : f64
  %same = arith.addf %x, %zero : f64
  %0 = arith.maximumf %x, %same : f64
  %1 = arith.subf %x, %same : f64
  %2 = arith.maximumf %1, %zero : f64
  %3 = math.absf %1 : f64
  return %0, %2, %3 : f64, f64, f64
}
func.func private @pullback(f64, f64, f64, f64) -> f64 attributes {lagrad.pullback = @scalar_max_tie}
