// The condition passes one value twice and another not at all.
func.func @odd_while_condition_repeats(%x: f64, %y: f64, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.while (%i = %c0, %a = %x, %b = %y) : (index, f64, f64) -> (f64, f64, index) {
    %c = arith.cmpi ult, %i, %n : index
    %s = arith.mulf %a, %b : f64
    scf.condition(%c) %s, %s, %i : f64, f64, index
  } do {
  ^bb0(%p: f64, %q: f64, %i: index):
    %1 = math.sin %p : f64
    %2 = arith.addf %q, %x : f64
    %j = arith.addi %i, %c1 : index
    scf.yield %j, %1, %2 : index, f64, f64
  }
  return %0#0, %0#1 : f64, f64
}
func.func private @pullback(f64, f64, index, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @odd_while_condition_repeats}
