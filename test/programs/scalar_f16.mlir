// Half precision: the derivative stays in the type of the primal.
func.func @scalar_f16(%x: f16, %y: f16) -> f16 {
  %0 = arith.mulf %x, %y : f16
  %1 = arith.addf %0, %x : f16
  %2 = math.sqrt %1 : f16
  %3 = arith.divf %2, %y : f16
  return %3 : f16
}
func.func private @pullback(f16, f16, f16) -> (f16, f16) attributes {lagrad.pullback = @scalar_f16}
