// Polar coordinates: modulus and angle, real results of a complex operand.
func.func @complex_abs_angle(%a: f64, %b: f64) -> (f64, f64) {
  %x = complex.create %a, %b : complex<f64>
  %y = complex.mul %x, %x : complex<f64>
  %r = complex.abs %y : complex<f64>
  %t = complex.angle %y : complex<f64>
  %0 = arith.mulf %r, %t : f64
  return %0, %r : f64, f64
}
func.func private @pullback(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @complex_abs_angle}
