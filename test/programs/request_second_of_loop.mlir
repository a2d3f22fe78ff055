// The pullback of the pullback of a loop, which has a tape of its own.
func.func @request_second_of_loop(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = math.sin %p : f64
    %2 = arith.mulf %1, %x : f64
    scf.yield %2 : f64
  }
  return %0 : f64
}
func.func private @first(f64, index) -> f64 attributes {lagrad.gradient = @request_second_of_loop}
func.func private @second(f64, index, f64) -> f64 attributes {lagrad.pullback = @first}
