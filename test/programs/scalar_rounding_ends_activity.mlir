// Rounded values are constants to the derivative, whatever they were rounded with.
func.func @scalar_rounding_ends_activity(%x: f64) -> f64 {
  %k = arith.constant 3.7 : f64
  %big = arith.mulf %x, %k : f64
  %0 = math.floor %big : f64
  %1 = math.ceil %big : f64
  %2 = math.round %big : f64
  %3 = math.roundeven %big : f64
  %4 = math.trunc %big : f64
  %5 = arith.mulf %0, %x : f64
  %6 = arith.mulf %1, %5 : f64
  %7 = arith.addf %2, %3 : f64
  %8 = arith.addf %7, %4 : f64
  %9 = arith.mulf %8, %6 : f64
  return %9 : f64
}
func.func private @gradient(f64) -> f64 attributes {lagrad.gradient = @scalar_rounding_ends_activity}
