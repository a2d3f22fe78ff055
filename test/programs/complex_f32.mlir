// Complex numbers of single precision.
func.func @complex_f32(%a: f32, %b: f32) -> f32 {
  %x = complex.create %a, %b : complex<f32>
  %0 = complex.exp %x : complex<f32>
  %1 = complex.mul %0, %x : complex<f32>
  %2 = complex.abs %1 : complex<f32>
  return %2 : f32
}
func.func private @gradient(f32, f32) -> (f32, f32) attributes {lagrad.gradient = @complex_f32}
