// The callee contains the loop, the caller branches on what it returns.
func.func private @call_with_loop_power(%a: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %a) -> f64 {
    %1 = arith.mulf %p, %a : f64
    %2 = math.sin %1 : f64
    scf.yield %2 : f64
  }
  return %0 : f64
}
func.func @call_with_loop(%x: f64, %y: f64, %n: index) -> f64 {
  %0 = func.call @call_with_loop_power(%x, %n) : (f64, index) -> f64
  %c = arith.cmpf olt, %0, %y : f64
  %1 = scf.if %c -> f64 {
    %2 = func.call @call_with_loop_power(%y, %n) : (f64, index) -> f64
    %3 = arith.mulf %2, %0 : f64
    scf.yield %3 : f64
  } else {
    scf.yield %0 : f64
  }
  return %1 : f64
}
func.func private @pullback(f64, f64, index, f64) -> (f64, f64) attributes {lagrad.pullback = @call_with_loop}
