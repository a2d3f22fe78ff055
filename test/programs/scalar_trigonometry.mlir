// Circular functions and their inverses.
func.func @scalar_trigonometry(%x: f64, %y: f64) -> f64 {
  %c = arith.constant 0.25 : f64
  %u = arith.mulf %x, %c : f64
  %0 = math.tan %u : f64
  %1 = math.asin %u : f64
  %2 = math.acos %u : f64
  %3 = math.atan %y : f64
  %4 = math.atan2 %x, %y : f64
  %5 = arith.mulf %0, %1 : f64
  %6 = arith.mulf %2, %3 : f64
  %7 = arith.addf %5, %6 : f64
  %8 = arith.mulf %7, %4 : f64
  return %8 : f64
}
func.func private @gradient(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @scalar_trigonometry}
