// A series with powers of a complex number, and the pullback of its gradient.
func.func @complex_powers_in_loop(%a: f64, %b: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = complex.constant [0.0, 0.0] : complex<f64>
  %z = complex.create %a, %b : complex<f64>
  %sum = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> complex<f64> {
    %k = arith.index_cast %i : index to i32
    %p = complex.powi %z, %k : complex<f64>, i32
    %sign = complex.sign %p : complex<f64>
    %next = complex.mul %s, %sign : complex<f64>
    %sin = complex.sin %p : complex<f64>
    %t = complex.add %next, %sin : complex<f64>
    scf.yield %t : complex<f64>
  }
  %result = complex.abs %sum : complex<f64>
  return %result : f64
}
func.func private @first(f64, f64, index) -> (f64, f64) attributes {lagrad.gradient = @complex_powers_in_loop}
func.func private @second(f64, f64, index, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @first}
