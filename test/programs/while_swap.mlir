// Two carried values change places in every trip.
func.func @while_swap(%x: f64, %y: f64, %n: index) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:3 = scf.while (%a = %x, %b = %y, %i = %c0) : (f64, f64, index) -> (f64, f64, index) {
    %c = arith.cmpi ult, %i, %n : index
    scf.condition(%c) %a, %b, %i : f64, f64, index
  } do {
  ^bb0(%a: f64, %b: f64, %i: index):
    %1 = arith.mulf %a, %b : f64
    %j = arith.addi %i, %c1 : index
    scf.yield %b, %1, %j : f64, f64, index
  }
  return %0#0, %0#1 : f64, f64
}
func.func private @pullback(f64, f64, index, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @while_swap}
