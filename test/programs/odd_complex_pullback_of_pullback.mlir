// The second derivative with respect to complex arguments and cotangents.
func.func @odd_complex_pullback_of_pullback(%x: complex<f64>, %y: complex<f64>) -> complex<f64> {
  %0 = complex.mul %x, %y : complex<f64>
  %1 = complex.exp %0 : complex<f64>
  %2 = complex.conj %1 : complex<f64>
  %3 = complex.mul %2, %x : complex<f64>
  return %3 : complex<f64>
}
func.func private @first(complex<f64>, complex<f64>, complex<f64>) -> (complex<f64>, complex<f64>) attributes {lagrad.pullback = @odd_complex_pullback_of_pullback}
func.func private @second(complex<f64>, complex<f64>, complex<f64>, complex<f64>, complex<f64>) -> (complex<f64>, complex<f64>, complex<f64>) attributes {lagrad.pullback = @first}
