// Powers and roots: base and exponent both active, integer exponent given as an argument.
func.func @scalar_powers(%x: f64, %y: f64, %n: i32) -> f64 {
  %0 = math.powf %x, %y : f64
  %1 = math.sqrt %0 : f64
  %2 = math.rsqrt %y : f64
  %3 = math.cbrt %x : f64
  %4 = math.fpowi %3, %n : f64, i32
  %5 = arith.mulf %1, %2 : f64
  %6 = arith.mulf %5, %4 : f64
  return %6 : f64
}
func.func private @pullback(f64, f64, i32, f64) -> (f64, f64) attributes {lagrad.pullback = @scalar_powers}
func.func private @d_exponent(f64, f64, i32, f64) -> f64 attributes {lagrad.pullback = @scalar_powers, lagrad.wrt = [1]}
