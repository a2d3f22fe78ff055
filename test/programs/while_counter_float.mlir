// A counter of floating-point type, whose bound is active.
func.func @while_counter_float(%x: f64, %end: f64 {lagrad.example = 3.3 : f64}) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %0:2 = scf.while (%t = %zero, %p = %x) : (f64, f64) -> (f64, f64) {
    %more = arith.cmpf olt, %t, %end : f64
    scf.condition(%more) %t, %p : f64, f64
  } do {
  ^bb0(%t: f64, %p: f64):
    %1 = arith.mulf %p, %t : f64
    %2 = math.cos %1 : f64
    %3 = arith.mulf %2, %end : f64
    %u = arith.addf %t, %half : f64
    scf.yield %u, %3 : f64, f64
  }
  %4 = arith.mulf %0#1, %x : f64
  return %4, %0#0 : f64, f64
}
func.func private @pullback(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @while_counter_float}
