// The third derivative of a loop whose state is recorded.
func.func @higher_third_order_of_loop(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = math.sin %p : f64
    %2 = arith.mulf %1, %x : f64
    scf.yield %2 : f64
  }
  return %0 : f64
}
func.func private @first(f64, index) -> f64 attributes {lagrad.gradient = @higher_third_order_of_loop}
func.func private @second(f64, index) -> f64 attributes {lagrad.gradient = @first}
func.func private @third(f64, index) -> f64 attributes {lagrad.gradient = @second}
