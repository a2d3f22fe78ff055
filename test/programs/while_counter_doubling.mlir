// A counter that doubles.
func.func @while_counter_doubling(%x: f64, %n: i64 {lagrad.example = 7 : i64}) -> f64 {
  %start = arith.constant 1 : i64
  %c = arith.constant 0 : i64
  %step = arith.constant 2 : i64
  %0:2 = scf.while (%i = %start, %p = %x) : (i64, f64) -> (i64, f64) {
    %more = arith.cmpi slt, %i, %n : i64
    scf.condition(%more) %i, %p : i64, f64
  } do {
  ^bb0(%i: i64, %p: f64):
    %f = arith.sitofp %i : i64 to f64
    %1 = math.sin %p : f64
    %2 = arith.mulf %1, %x : f64
    %3 = arith.addf %2, %f : f64
    %j = arith.muli %i, %step : i64
    scf.yield %j, %3 : i64, f64
  }
  return %0#1 : f64
}
func.func private @doubling(f64, i64) -> f64 attributes {lagrad.gradient = @while_counter_doubling}
