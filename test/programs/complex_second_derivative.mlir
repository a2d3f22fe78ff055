// The pullback of the gradient of a real function of a complex number.
func.func @complex_second_derivative(%a: f64, %b: f64) -> f64 {
  %x = complex.create %a, %b : complex<f64>
  %0 = complex.mul %x, %x : complex<f64>
  %1 = complex.exp %0 : complex<f64>
  %2 = complex.div %1, %x : complex<f64>
  %3 = complex.re %2 : complex<f64>
  return %3 : f64
}
func.func private @first(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @complex_second_derivative}
func.func private @second(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @first}
