// The value, the number of trips and the gradient in one call.
func.func @odd_while_with_primal(%x: f64, %s: f64) -> (f64, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %limit = arith.constant 9.0 : f64
  %0:2 = scf.while (%p = %x, %i = %c0) : (f64, i32) -> (f64, i32) {
    %c = arith.cmpf olt, %p, %limit : f64
    scf.condition(%c) %p, %i : f64, i32
  } do {
  ^bb0(%p: f64, %i: i32):
    %1 = arith.mulf %p, %s : f64
    %2 = arith.addf %1, %p : f64
    %j = arith.addi %i, %c1 : i32
    scf.yield %2, %j : f64, i32
  }
  return %0#0, %0#1 : f64, i32
}
func.func private @value_and_gradient(f64, f64) -> (f64, i32, f64, f64) attributes {lagrad.gradient = @odd_while_with_primal, lagrad.with_primal}
func.func private @pullback(f64, f64, f64) -> f64 attributes {lagrad.pullback = @odd_while_with_primal, lagrad.wrt = [1]}
