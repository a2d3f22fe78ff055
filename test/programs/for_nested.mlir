// A loop in a loop, both carrying the same product.
func.func @for_nested(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = scf.for %j = %c0 to %c2 step %c1 iter_args(%q = %p) -> f64 {
      %2 = arith.mulf %q, %y : f64
      %3 = math.sin %2 : f64
      scf.yield %3 : f64
    }
    %4 = arith.mulf %1, %p : f64
    %5 = arith.addf %4, %x : f64
    scf.yield %5 : f64
  }
  return %0 : f64
}
func.func private @pullback(f64, f64, index, f64) -> (f64, f64) attributes {lagrad.pullback = @for_nested}
