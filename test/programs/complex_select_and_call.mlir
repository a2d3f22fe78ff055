// A selection between complex values, and a function of a complex number called twice.
func.func private @moebius(%z: complex<f64>) -> complex<f64> {
  %i = complex.constant [0.0, 1.0] : complex<f64>
  %0 = complex.sub %z, %i : complex<f64>
  %1 = complex.add %z, %i : complex<f64>
  %2 = complex.div %0, %1 : complex<f64>
  return %2 : complex<f64>
}
func.func @complex_select_and_call(%a: f64, %b: f64) -> (f64, f64) {
  %x = complex.create %a, %b : complex<f64>
  %y = complex.create %b, %a : complex<f64>
  %0 = call @moebius(%x) : (complex<f64>) -> complex<f64>
  %1 = call @moebius(%y) : (complex<f64>) -> complex<f64>
  %c = arith.cmpf olt, %a, %b : f64
  %2 = arith.select %c, %0, %y : complex<f64>
  %3 = complex.mul %2, %1 : complex<f64>
  %re = complex.re %3 : complex<f64>
  %im = complex.im %3 : complex<f64>
  return %re, %im : f64, f64
}
func.func private @pullback(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @complex_select_and_call}
