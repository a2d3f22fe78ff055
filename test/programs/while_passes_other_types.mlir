// The condition passes on values of other types and number than the loop carries.
func.func @while_passes_other_types(%x: f64, %n: i32) -> (f64, f64) {
  %c0 = arith.constant 0 : i32
  %c1 = arith.constant 1 : i32
  %0:3 = scf.while (%p = %x, %i = %c0) : (f64, i32) -> (i32, f64, f64) {
    %c = arith.cmpi slt, %i, %n : i32
    %1 = math.sin %p : f64
    %2 = arith.mulf %p, %1 : f64
    scf.condition(%c) %i, %1, %2 : i32, f64, f64
  } do {
  ^bb0(%i: i32, %a: f64, %b: f64):
    %j = arith.addi %i, %c1 : i32
    %f = arith.sitofp %j : i32 to f64
    %1 = arith.mulf %a, %f : f64
    %2 = arith.addf %1, %b : f64
    scf.yield %2, %j : f64, i32
  }
  return %0#1, %0#2 : f64, f64
}
func.func private @pullback(f64, i32, f64, f64) -> f64 attributes {lagrad.pullback = @while_passes_other_types}
