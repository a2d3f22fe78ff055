// Newton's iteration for a square root until it no longer moves much, 30 times at most.
func.func @while_newton_bounded(%x: f64, %y0: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %most = arith.constant 30 : index
  %half = arith.constant 0.5 : f64
  %eps = arith.constant 0.01 : f64
  %0:2 = scf.while (%y = %y0, %k = %c0) : (f64, index) -> (f64, index) {
    %1 = arith.mulf %y, %y : f64
    %2 = arith.subf %1, %x : f64
    %3 = math.absf %2 : f64
    %far = arith.cmpf ogt, %3, %eps : f64
    %below = arith.cmpi slt, %k, %most : index
    %c = arith.andi %far, %below : i1
    scf.condition(%c) %y, %k : f64, index
  } do {
  ^bb0(%y: f64, %k: index):
    %1 = arith.divf %x, %y : f64
    %2 = arith.addf %y, %1 : f64
    %3 = arith.mulf %half, %2 : f64
    %k1 = arith.addi %k, %c1 : index
    scf.yield %3, %k1 : f64, index
  }
  return %0#0 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @while_newton_bounded}
