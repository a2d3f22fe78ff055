// A region of several blocks, in a loop: the only way to write a jump there.
func.func @execute_region_with_blocks(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = scf.execute_region -> f64 {
      %c = arith.cmpf olt, %p, %y : f64
      cf.cond_br %c, ^low, ^high(%p : f64)
    ^low:
      %2 = arith.mulf %p, %p : f64
      %3 = arith.addf %2, %y : f64
      cf.br ^high(%3 : f64)
    ^high(%q: f64):
      %4 = math.sqrt %q : f64
      scf.yield %4 : f64
    }
    scf.yield %1 : f64
  }
  return %0 : f64
}
func.func private @pullback(f64, f64, index, f64) -> (f64, f64) attributes {lagrad.pullback = @execute_region_with_blocks}
