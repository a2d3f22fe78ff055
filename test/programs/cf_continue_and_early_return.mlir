// A loop of blocks with two ways to go on and a return from within.
func.func @cf_continue_and_early_return(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %lim = arith.constant 5.0 : f64
  cf.br ^head(%c0, %x : index, f64)
^head(%i: index, %a: f64):
  %c = arith.cmpi slt, %i, %n : index
  cf.cond_br %c, ^body, ^exit(%a : f64)
^body:
  %i1 = arith.addi %i, %c1 : index
  %big = arith.cmpf ogt, %a, %lim : f64
  cf.cond_br %big, ^early(%a : f64), ^go
^go:
  %par = arith.remui %i, %c2 : index
  %odd = arith.cmpi eq, %par, %c1 : index
  %m = arith.mulf %a, %x : f64
  cf.cond_br %odd, ^head(%i1, %m : index, f64), ^more
^more:
  %m2 = arith.addf %m, %a : f64
  cf.br ^head(%i1, %m2 : index, f64)
^early(%v: f64):
  %s = math.sqrt %v : f64
  return %s : f64
^exit(%v2: f64):
  %s2 = math.exp %v2 : f64
  return %s2 : f64
}
func.func private @pullback(f64, index, f64) -> f64 attributes {lagrad.pullback = @cf_continue_and_early_return}
