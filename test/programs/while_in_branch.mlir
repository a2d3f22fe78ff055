// A loop with an open number of trips on one side of a branch, in a counted loop.
func.func @while_in_branch(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f64
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %small = arith.cmpf olt, %p, %two : f64
    %1 = scf.if %small -> f64 {
      %2 = scf.while (%q = %p) : (f64) -> f64 {
        %c = arith.cmpf olt, %q, %two : f64
        scf.condition(%c) %q : f64
      } do {
      ^bb0(%q: f64):
        %3 = arith.mulf %q, %y : f64
        %4 = arith.addf %3, %q : f64
        scf.yield %4 : f64
      }
      scf.yield %2 : f64
    } else {
      %2 = math.sqrt %p : f64
      scf.yield %2 : f64
    }
    scf.yield %1 : f64
  }
  return %0 : f64
}
func.func private @pullback(f64, f64, index, f64) -> (f64, f64) attributes {lagrad.pullback = @while_in_branch}
