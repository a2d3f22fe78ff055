// A polynomial by Horner's rule with active coefficients.
func.func @scalar_horner(%x: f64, %a: f64, %b: f64, %c: f64, %d: f64) -> f64 {
  %0 = arith.mulf %a, %x : f64
  %1 = arith.addf %0, %b : f64
  %2 = arith.mulf %1, %x : f64
  %3 = arith.addf %2, %c : f64
  %4 = arith.mulf %3, %x : f64
  %5 = arith.addf %4, %d : f64
  return %5 : f64
}
func.func private @d_coefficients(f64, f64, f64, f64, f64) -> (f64, f64, f64, f64) attributes {lagrad.gradient = @scalar_horner, lagrad.wrt = [1, 2, 3, 4]}
func.func private @d_point(f64, f64, f64, f64, f64) -> f64 attributes {lagrad.gradient = @scalar_horner, lagrad.wrt = [0]}
