// A quotient, of which one part is used.
func.func @complex_quotient(%a: f64, %b: f64, %c: f64, %d: f64) -> f64 {
  %x = complex.create %a, %b : complex<f64>
  %y = complex.create %c, %d : complex<f64>
  %0 = complex.div %x, %y : complex<f64>
  %1 = complex.div %0, %x : complex<f64>
  %2 = complex.add %0, %1 : complex<f64>
  %im = complex.im %2 : complex<f64>
  return %im : f64
}
func.func private @gradient(f64, f64, f64, f64) -> (f64, f64, f64, f64) attributes {lagrad.gradient = @complex_quotient}
