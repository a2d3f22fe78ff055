// A loop in single precision.
func.func @for_f32(%x: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f32 {
    %1 = math.sin %p : f32
    %2 = arith.mulf %1, %x : f32
    scf.yield %2 : f32
  }
  return %0 : f32
}
func.func private @pullback(f32, index, f32) -> f32 attributes {lagrad.pullback = @for_f32}
