// A counted loop written with blocks.
func.func @cf_loop(%x: f64, %s: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  cf.br ^head(%c0, %x : index, f64)
^head(%i: index, %p: f64):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^body, ^exit
^body:
  %1 = arith.mulf %p, %s : f64
  %2 = math.sin %1 : f64
  %j = arith.addi %i, %c1 : index
  cf.br ^head(%j, %2 : index, f64)
^exit:
  %3 = arith.mulf %p, %x : f64
  return %3 : f64
}
func.func private @pullback(f64, f64, index, f64) -> (f64, f64) attributes {lagrad.pullback = @cf_loop}
