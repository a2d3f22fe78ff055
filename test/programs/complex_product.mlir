// Complex numbers made from real ones, multiplied, added and subtracted, taken apart again.
func.func @complex_product(%a: f64, %b: f64, %c: f64, %d: f64) -> (f64, f64) {
  %x = complex.create %a, %b : complex<f64>
  %y = complex.create %c, %d : complex<f64>
  %0 = complex.mul %x, %y : complex<f64>
  %1 = complex.add %0, %x : complex<f64>
  %2 = complex.mul %1, %0 : complex<f64>
  %3 = complex.sub %2, %y : complex<f64>
  %re = complex.re %3 : complex<f64>
  %im = complex.im %3 : complex<f64>
  return %re, %im : f64, f64
}
func.func private @pullback(f64, f64, f64, f64, f64, f64) -> (f64, f64, f64, f64) attributes {lagrad.pullback = @complex_product}
