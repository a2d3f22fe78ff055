// Hyperbolic functions and their inverses, one after the other.
func.func @scalar_hyperbolic(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %0 = math.sinh %x : f64
  %1 = math.cosh %0 : f64
  %2 = arith.addf %1, %one : f64
  %3 = math.acosh %2 : f64
  %4 = math.asinh %3 : f64
  %5 = math.tanh %4 : f64
  %6 = math.atanh %5 : f64
  return %6 : f64
}
func.func private @pullback(f64, f64) -> f64 attributes {lagrad.pullback = @scalar_hyperbolic}
