// fma in all three operands, one of them twice; copysign passes the sign of its second.
func.func @scalar_fma_copysign(%x: f64, %y: f64, %z: f64) -> f64 {
  %0 = math.fma %x, %y, %z : f64
  %1 = math.fma %0, %0, %x : f64
  %neg = arith.negf %z : f64
  %2 = math.copysign %1, %neg : f64
  %3 = arith.mulf %2, %y : f64
  return %3 : f64
}
func.func private @pullback(f64, f64, f64, f64) -> (f64, f64, f64) attributes {lagrad.pullback = @scalar_fma_copysign}
