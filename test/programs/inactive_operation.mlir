// One operation marked inactive among active ones.
func.func @inactive_operation(%x: f64, %y: f64) -> f64 {
  %0 = arith.mulf %x, %y {lagrad.inactive} : f64
  %1 = math.sin %x : f64
  %2 = arith.mulf %0, %1 : f64
  %one = arith.constant 1.0 : f64
  %3 = arith.mulf %y, %one {lagrad.inactive} : f64
  %4 = arith.addf %2, %3 : f64
  %5 = arith.mulf %4, %y : f64
  return %5 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @inactive_operation}
