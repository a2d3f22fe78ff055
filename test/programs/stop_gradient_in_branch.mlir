// Only one side of a branch lets the derivative through.
func.func @stop_gradient_in_branch(%x: f64, %y: f64) -> f64 {
  %c = arith.cmpf olt, %x, %y : f64
  %0 = scf.if %c -> f64 {
    %1 = "lagrad.stop_gradient"(%x) : (f64) -> f64
    %2 = arith.mulf %1, %y : f64
    scf.yield %2 : f64
  } else {
    %1 = arith.mulf %x, %x : f64
    scf.yield %1 : f64
  }
  %3 = arith.mulf %0, %x : f64
  return %3 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @stop_gradient_in_branch}
