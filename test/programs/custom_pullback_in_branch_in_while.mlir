// A function with its own pullback on one side of a branch in a loop with an open number of trips.
func.func private @halve(%x: f64) -> f64 attributes {lagrad.custom_pullback = @halve_pullback} {
  %h = arith.constant 0.5 : f64
  %0 = arith.mulf %x, %h : f64
  return %0 : f64
}
func.func private @halve_pullback(%x: f64, %ct: f64) -> f64 {
  %0 = arith.mulf %x, %ct : f64
  return %0 : f64
}
func.func @custom_pullback_in_branch_in_while(%x: f64, %y: f64, %limit: f64 {lagrad.example = 9.0 : f64}) -> f64 {
  %0 = scf.while (%p = %x) : (f64) -> f64 {
    %c = arith.cmpf olt, %p, %limit : f64
    scf.condition(%c) %p : f64
  } do {
  ^bb0(%p: f64):
    %big = arith.cmpf ogt, %p, %y : f64
    %1 = scf.if %big -> f64 {
      %2 = func.call @halve(%p) : (f64) -> f64
      %3 = arith.addf %p, %2 : f64
      scf.yield %3 : f64
    } else {
      %2 = arith.mulf %p, %y : f64
      %3 = arith.addf %2, %p : f64
      scf.yield %3 : f64
    }
    scf.yield %1 : f64
  }
  return %0 : f64
}
func.func private @pullback(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @custom_pullback_in_branch_in_while, lagrad.wrt = [0, 1]}
