// The iteration of a quadratic map with a complex state, which is recorded.
func.func @complex_in_loop(%a: f64, %b: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %h = complex.constant [0.25, -0.25] : complex<f64>
  %c = complex.create %a, %b : complex<f64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%z = %c) -> complex<f64> {
    %1 = complex.mul %z, %z : complex<f64>
    %2 = complex.mul %1, %h : complex<f64>
    %3 = complex.add %2, %c : complex<f64>
    scf.yield %3 : complex<f64>
  }
  %r = complex.abs %0 : complex<f64>
  return %r : f64
}
func.func private @gradient(f64, f64, index) -> (f64, f64) attributes {lagrad.gradient = @complex_in_loop}
