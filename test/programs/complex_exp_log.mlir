// The exponential and the logarithm.
func.func @complex_exp_log(%a: f64, %b: f64) -> (f64, f64) {
  %x = complex.create %a, %b : complex<f64>
  %e = complex.exp %x : complex<f64>
  %s = complex.add %e, %x : complex<f64>
  %l = complex.log %s : complex<f64>
  %p = complex.mul %l, %e : complex<f64>
  %re = complex.re %p : complex<f64>
  %im = complex.im %p : complex<f64>
  return %re, %im : f64, f64
}
func.func private @pullback(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @complex_exp_log}
