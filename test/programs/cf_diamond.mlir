// Unstructured control flow: two ways to one block.
func.func @cf_diamond(%x: f64, %y: f64) -> f64 {
  %c = arith.cmpf olt, %x, %y : f64
  cf.cond_br %c, ^less, ^more
^less:
  %0 = arith.mulf %x, %y : f64
  cf.br ^end(%0, %x : f64, f64)
^more:
  %1 = math.exp %y : f64
  cf.br ^end(%1, %y : f64, f64)
^end(%a: f64, %b: f64):
  %2 = arith.mulf %a, %b : f64
  %3 = math.sin %2 : f64
  return %3 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @cf_diamond}
