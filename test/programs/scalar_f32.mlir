// Single precision throughout, constants included.
func.func @scalar_f32(%x: f32, %y: f32) -> f32 {
  %c = arith.constant 0.75 : f32
  %0 = math.exp %x : f32
  %1 = arith.mulf %0, %y : f32
  %2 = math.sqrt %1 : f32
  %3 = arith.divf %2, %c : f32
  %4 = math.log %3 : f32
  %5 = arith.mulf %4, %x : f32
  return %5 : f32
}
func.func private @pullback(f32, f32, f32) -> (f32, f32) attributes {lagrad.pullback = @scalar_f32}
