// Two loops one after the other: the second starts from what the first made.
func.func @for_two_in_sequence(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = arith.mulf %p, %y : f64
    %2 = math.sin %1 : f64
    scf.yield %2 : f64
  }
  %3 = arith.mulf %0, %x : f64
  %4 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %3) -> f64 {
    %5 = arith.mulf %p, %0 : f64
    %6 = math.cos %5 : f64
    scf.yield %6 : f64
  }
  return %4 : f64
}
func.func private @pullback(f64, f64, index, f64) -> (f64, f64) attributes {lagrad.pullback = @for_two_in_sequence}
