// A complex state in a loop with an open number of trips, with a branch on its modulus.
func.func @complex_while_with_branch(%a: f64, %b: f64) -> (f64, f64) {
  %two = arith.constant 2.0 : f64
  %eight = arith.constant 8.0 : f64
  %c = complex.create %a, %b : complex<f64>
  %0 = scf.while (%z = %c) : (complex<f64>) -> complex<f64> {
    %r = complex.abs %z : complex<f64>
    %small = arith.cmpf olt, %r, %eight : f64
    scf.condition(%small) %z : complex<f64>
  } do {
  ^bb0(%z: complex<f64>):
    %r = complex.abs %z : complex<f64>
    %near = arith.cmpf olt, %r, %two : f64
    %1 = scf.if %near -> complex<f64> {
      %2 = complex.exp %z : complex<f64>
      scf.yield %2 : complex<f64>
    } else {
      %2 = complex.mul %z, %c : complex<f64>
      %3 = complex.add %2, %z : complex<f64>
      scf.yield %3 : complex<f64>
    }
    scf.yield %1 : complex<f64>
  }
  %re = complex.re %0 : complex<f64>
  %im = complex.im %0 : complex<f64>
  return %re, %im : f64, f64
}
func.func private @pullback(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @complex_while_with_branch}
