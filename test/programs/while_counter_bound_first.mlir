// The bound stands first in the comparison.
func.func @while_counter_bound_first(%x: f64, %n: index {lagrad.example = 7 : index}) -> f64 {
  %start = arith.constant 0 : index
  %c = arith.constant 0 : index
  %step = arith.constant 1 : index
  %0:2 = scf.while (%i = %start, %p = %x) : (index, f64) -> (index, f64) {
    %more = arith.cmpi sgt, %n, %i : index
    scf.condition(%more) %i, %p : index, f64
  } do {
  ^bb0(%i: index, %p: f64):
    %k = arith.index_cast %i : index to i64
    %f = arith.sitofp %k : i64 to f64
    %1 = math.sin %p : f64
    %2 = arith.mulf %1, %x : f64
    %3 = arith.addf %2, %f : f64
    %j = arith.addi %i, %step : index
    scf.yield %j, %3 : index, f64
  }
  return %0#1 : f64
}
func.func private @bound_first(f64, index) -> f64 attributes {lagrad.gradient = @while_counter_bound_first}
