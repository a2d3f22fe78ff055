// The gradient of what the result does not depend on is zero.
func.func @scalar_unused_argument(%x: f64, %unused: f64, %n: index, %y: f32) -> f64 {
  %0 = math.sin %x : f64
  return %0 : f64
}
func.func private @pullback(f64, f64, index, f32, f64) -> (f64, f64, f32) attributes {lagrad.pullback = @scalar_unused_argument}
func.func private @d_unused(f64, f64, index, f32) -> f64 attributes {lagrad.gradient = @scalar_unused_argument, lagrad.wrt = [1]}
