// The bound is carried too and moves away from the counter.
func.func @while_counter_bound_moves(%x: f64, %n: index {lagrad.example = 7 : index}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0:3 = scf.while (%i = %c0, %m = %n, %p = %x) : (index, index, f64) -> (index, index, f64) {
    %more = arith.cmpi ult, %i, %m : index
    scf.condition(%more) %i, %m, %p : index, index, f64
  } do {
  ^bb0(%i: index, %m: index, %p: f64):
    %1 = math.sin %p : f64
    %2 = arith.mulf %1, %x : f64
    %j = arith.addi %i, %c2 : index
    %l = arith.addi %m, %c1 : index
    scf.yield %j, %l, %2 : index, index, f64
  }
  return %0#2 : f64
}
func.func private @gradient(f64, index) -> f64 attributes {lagrad.gradient = @while_counter_bound_moves}
