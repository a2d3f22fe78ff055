// Blocks and a loop in a function that is called in a structured loop.
func.func private @saturate(%a: f64, %b: f64) -> f64 {
  %limit = arith.constant 1.2 : f64
  cf.br ^head(%a : f64)
^head(%p: f64):
  %c = arith.cmpf olt, %p, %limit : f64
  cf.cond_br %c, ^body, ^exit
^body:
  %0 = arith.mulf %p, %b : f64
  %1 = arith.addf %0, %p : f64
  cf.br ^head(%1 : f64)
^exit:
  return %p : f64
}
func.func @cf_in_callee(%x: f64, %y: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = func.call @saturate(%p, %y) : (f64, f64) -> f64
    %2 = math.log %1 : f64
    %3 = arith.addf %2, %y : f64
    scf.yield %3 : f64
  }
  return %0 : f64
}
func.func private @pullback(f64, f64, index, f64) -> (f64, f64) attributes {lagrad.pullback = @cf_in_callee}
