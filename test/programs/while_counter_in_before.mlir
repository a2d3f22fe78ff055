// The counter moves before the condition, which sees the new value; the old one is passed on.
func.func @while_counter_in_before(%x: f64, %n: i32) -> (f64, i32) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:2 = scf.while (%i = %c0, %p = %x) : (i32, f64) -> (i32, f64) {
    %j = arith.addi %i, %c1 : i32
    %more = arith.cmpi slt, %j, %n : i32
    %1 = math.sin %p : f64
    %2 = arith.mulf %1, %x : f64
    scf.condition(%more) %j, %2 : i32, f64
  } do {
  ^bb0(%i: i32, %p: f64):
    %f = arith.sitofp %i : i32 to f64
    %1 = arith.addf %p, %f : f64
    scf.yield %i, %1 : i32, f64
  }
  return %0#1, %0#0 : f64, i32
}
func.func private @pullback(f64, i32, f64) -> f64 attributes {lagrad.pullback = @while_counter_in_before}
