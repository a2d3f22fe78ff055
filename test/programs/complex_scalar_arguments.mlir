// Complex scalars as arguments and result.
func.func @complex_scalar_arguments(%x: complex<f64>, %y: complex<f64>) -> complex<f64> {
  %0 = complex.mul %x, %y : complex<f64>
  %1 = complex.log %0 : complex<f64>
  %2 = complex.conj %x : complex<f64>
  %3 = complex.sub %1, %2 : complex<f64>
  %4 = complex.mul %3, %y : complex<f64>
  return %4 : complex<f64>
}
func.func private @pullback(complex<f64>, complex<f64>, complex<f64>) -> (complex<f64>, complex<f64>) attributes {lagrad.pullback = @complex_scalar_arguments}
