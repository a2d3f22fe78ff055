// A counter that goes down to zero.
func.func @while_counter_down(%x: f64, %n: i32 {lagrad.example = 7 : i32}) -> f64 {
  %c = arith.constant 0 : i32
  %step = arith.constant 1 : i32
  %0:2 = scf.while (%i = %n, %p = %x) : (i32, f64) -> (i32, f64) {
    %more = arith.cmpi sgt, %i, %c : i32
    scf.condition(%more) %i, %p : i32, f64
  } do {
  ^bb0(%i: i32, %p: f64):
    %f = arith.sitofp %i : i32 to f64
    %1 = math.sin %p : f64
    %2 = arith.mulf %1, %x : f64
    %3 = arith.addf %2, %f : f64
    %j = arith.subi %i, %step : i32
    scf.yield %j, %3 : i32, f64
  }
  return %0#1 : f64
}
func.func private @down(f64, i32) -> f64 attributes {lagrad.gradient = @while_counter_down}
