// More trips than any first guess of the tape's size.
func.func @while_many_trips(%x: f64, %n: index {lagrad.example = 100 : index}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = arith.constant 0.3 : f64
  %one = arith.constant 1.0 : f64
  %0:2 = scf.while (%p = %x, %i = %c0) : (f64, index) -> (f64, index) {
    %c = arith.cmpi ne, %i, %n : index
    scf.condition(%c) %p, %i : f64, index
  } do {
  ^bb0(%p: f64, %i: index):
    %1 = arith.subf %one, %p : f64
    %2 = arith.mulf %p, %1 : f64
    %3 = arith.mulf %r, %2 : f64
    %4 = arith.addf %p, %3 : f64
    %j = arith.addi %i, %c1 : index
    scf.yield %4, %j : f64, index
  }
  return %0#0 : f64
}
func.func private @pullback(f64, index, f64) -> f64 attributes {lagrad.pullback = @while_many_trips}
