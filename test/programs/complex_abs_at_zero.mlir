// The modulus at zero has derivative zero.
func.func @complex_abs_at_zero(%a: f64 {lagrad.example = 0.0 : f64}, %b: f64 {lagrad.example = 0.0 : f64}, %c: f64) -> f64 {
  %x = complex.create %a, %b : complex<f64>
  %r = complex.abs %x : complex<f64>
  %0 = arith.addf %r, %c : f64
  %1 = arith.mulf %0, %c : f64
  return %1 : f64
}
func.func private @gradient(f64, f64, f64) -> (f64, f64, f64) attributes {lagrad.gradient = @complex_abs_at_zero}
