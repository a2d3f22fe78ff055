// Constants of complex type, one of them purely imaginary.
func.func @complex_constants(%a: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %i = complex.constant [0.0, 1.0] : complex<f64>
  %c = complex.constant [2.0, -0.5] : complex<f64>
  %x = complex.create %a, %zero : complex<f64>
  %0 = complex.mul %i, %x : complex<f64>
  %1 = complex.exp %0 : complex<f64>
  %2 = complex.mul %1, %c : complex<f64>
  %3 = complex.add %2, %c : complex<f64>
  %r = complex.abs %3 : complex<f64>
  return %r : f64
}
func.func private @gradient(f64) -> f64 attributes {lagrad.gradient = @complex_constants}
