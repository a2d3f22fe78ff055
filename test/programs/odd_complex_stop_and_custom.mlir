// A stopped gradient, an inactive operation and a custom pullback on complex values.
func.func private @phase(%z: complex<f64>) -> complex<f64> attributes {lagrad.custom_pullback = @phase_pullback} {
  %zero = arith.constant 0.0 : f64
  %r = complex.abs %z : complex<f64>
  %c = complex.create %r, %zero : complex<f64>
  %0 = complex.div %z, %c : complex<f64>
  return %0 : complex<f64>
}
func.func private @phase_pullback(%z: complex<f64>, %ct: complex<f64>) -> complex<f64> {
  %0 = complex.mul %z, %ct : complex<f64>
  return %0 : complex<f64>
}
func.func @odd_complex_stop_and_custom(%x: complex<f64>, %y: complex<f64>) -> complex<f64> {
  %0 = call @phase(%x) : (complex<f64>) -> complex<f64>
  %1 = complex.mul %0, %y : complex<f64>
  %2 = "lagrad.stop_gradient"(%1) : (complex<f64>) -> complex<f64>
  %3 = complex.mul %2, %1 : complex<f64>
  %4 = complex.exp %y {lagrad.inactive} : complex<f64>
  %5 = complex.mul %4, %3 : complex<f64>
  return %5 : complex<f64>
}
func.func private @pullback(complex<f64>, complex<f64>, complex<f64>) -> (complex<f64>, complex<f64>) attributes {lagrad.pullback = @odd_complex_stop_and_custom}
