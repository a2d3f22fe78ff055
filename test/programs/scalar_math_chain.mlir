// A chain of transcendental functions where every intermediate is used twice.
func.func @scalar_math_chain(%x: f64, %y: f64) -> f64 {
  %0 = math.exp %x : f64
  %1 = math.tanh %y : f64
  %2 = arith.mulf %0, %1 : f64
  %3 = math.sin %2 : f64
  %4 = math.cos %2 : f64
  %5 = arith.mulf %3, %0 : f64
  %6 = arith.divf %4, %1 : f64
  %7 = arith.addf %5, %6 : f64
  %8 = math.log1p %7 : f64
  return %8 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @scalar_math_chain}
func.func private @gradient(f64, f64) -> f64 attributes {lagrad.gradient = @scalar_math_chain, lagrad.wrt = [1]}
