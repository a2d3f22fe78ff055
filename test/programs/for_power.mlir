// x to the n by repeated multiplication: the carried value must be recorded.
func.func @for_power(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %one) -> f64 {
    %1 = arith.mulf %p, %x : f64
    scf.yield %1 : f64
  }
  return %0 : f64
}
func.func private @pullback(f64, index, f64) -> f64 attributes {lagrad.pullback = @for_power}
