// Branches within branches, with a condition computed inside a branch.
func.func @if_nested(%x: f64, %y: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %a = arith.cmpf ogt, %x, %zero : f64
  %0 = scf.if %a -> f64 {
    %1 = arith.mulf %x, %y : f64
    %b = arith.cmpf ogt, %1, %x : f64
    %2 = scf.if %b -> f64 {
      %3 = math.exp %1 : f64
      scf.yield %3 : f64
    } else {
      %3 = math.sin %1 : f64
      %4 = arith.mulf %3, %y : f64
      scf.yield %4 : f64
    }
    %5 = arith.addf %2, %1 : f64
    scf.yield %5 : f64
  } else {
    %1 = arith.mulf %y, %y : f64
    scf.yield %1 : f64
  }
  return %0 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @if_nested}
