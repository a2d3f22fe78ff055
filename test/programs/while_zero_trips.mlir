// The condition may be false at once; the result is then the start value.
func.func @while_zero_trips(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.while (%p = %x, %i = %n) : (f64, index) -> (f64, index) {
    %c = arith.cmpi sgt, %i, %c0 : index
    scf.condition(%c) %p, %i : f64, index
  } do {
  ^bb0(%p: f64, %i: index):
    %1 = math.sin %p : f64
    %2 = arith.mulf %1, %p : f64
    %j = arith.subi %i, %c1 : index
    scf.yield %2, %j : f64, index
  }
  %1 = arith.mulf %0#0, %x : f64
  return %1 : f64
}
func.func private @pullback(f64, index, f64) -> f64 attributes {lagrad.pullback = @while_zero_trips}
