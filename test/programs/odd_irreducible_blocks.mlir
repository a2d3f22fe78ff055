// Two blocks that jump into each other, entered from both sides.
func.func @odd_irreducible_blocks(%x: f64, %y: f64) -> f64 {
  %limit = arith.constant 6.0 : f64
  %c = arith.cmpf olt, %x, %y : f64
  cf.cond_br %c, ^a(%x : f64), ^b(%y : f64)
^a(%p: f64):
  %1 = arith.mulf %p, %y : f64
  %2 = arith.addf %1, %p : f64
  cf.br ^b(%2 : f64)
^b(%q: f64):
  %3 = arith.addf %q, %x : f64
  %4 = math.sqrt %3 : f64
  %5 = arith.addf %3, %4 : f64
  %more = arith.cmpf olt, %5, %limit : f64
  cf.cond_br %more, ^a(%5 : f64), ^end(%5 : f64)
^end(%r: f64):
  %6 = arith.mulf %r, %x : f64
  return %6 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @odd_irreducible_blocks}
