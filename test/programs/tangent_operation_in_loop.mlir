// Newton's method with the operation "lagrad.tangent", and the gradient of all of it.
func.func private @residual(%x: f64, %a: f64) -> f64 {
  %0 = math.exp %x : f64
  %1 = arith.mulf %0, %x : f64
  %2 = arith.subf %1, %a : f64
  return %2 : f64
}
func.func @tangent_operation_in_loop(%start: f64, %a: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%x = %start) -> f64 {
    %f:2 = "lagrad.tangent"(%x, %one, %a) {F = @residual, of = [0], include_primal} : (f64, f64, f64) -> (f64, f64)
    %step = arith.divf %f#0, %f#1 : f64
    %next = arith.subf %x, %step : f64
    scf.yield %next : f64
  }
  return %r : f64
}
func.func private @gradient(f64, f64, index) -> (f64, f64) attributes {lagrad.gradient = @tangent_operation_in_loop}
func.func private @pushforward(f64, f64, f64, index) -> f64
    attributes {lagrad.pushforward = @tangent_operation_in_loop, lagrad.wrt = [1]}
