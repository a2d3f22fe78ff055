// The second derivative of nested loops, the inner one as long as the outer one's count.
func.func @higher_nested_loops(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = scf.for %j = %c0 to %i step %c1 iter_args(%q = %p) -> f64 {
      %2 = math.sin %q : f64
      %3 = arith.addf %2, %y : f64
      scf.yield %3 : f64
    }
    %4 = arith.mulf %1, %p : f64
    scf.yield %4 : f64
  }
  return %0 : f64
}
func.func private @first(f64, f64, index) -> (f64, f64) attributes {lagrad.gradient = @higher_nested_loops}
func.func private @second(f64, f64, index, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @first}
