// Exponentials and logarithms in every base.
func.func @scalar_exponentials(%x: f64) -> f64 {
  %0 = math.exp2 %x : f64
  %1 = math.expm1 %0 : f64
  %2 = math.log2 %1 : f64
  %3 = math.log10 %1 : f64
  %4 = math.log %x : f64
  %5 = arith.mulf %2, %3 : f64
  %6 = arith.subf %5, %4 : f64
  return %6 : f64
}
func.func private @gradient(f64) -> f64 attributes {lagrad.gradient = @scalar_exponentials}
