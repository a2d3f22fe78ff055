// A number times its conjugate, and a function that is not holomorphic.
func.func @complex_conjugate(%a: f64, %b: f64) -> (f64, f64) {
  %x = complex.create %a, %b : complex<f64>
  %c = complex.conj %x : complex<f64>
  %0 = complex.mul %x, %c : complex<f64>
  %1 = complex.exp %c : complex<f64>
  %2 = complex.mul %1, %x : complex<f64>
  %re = complex.re %0 : complex<f64>
  %im = complex.im %2 : complex<f64>
  return %re, %im : f64, f64
}
func.func private @pullback(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @complex_conjugate}
