// The second derivative goes through the body of the pullback that was given.
func.func private @cube(%x: f64) -> f64 attributes {lagrad.custom_pullback = @cube_pullback} {
  %0 = arith.mulf %x, %x : f64
  %1 = arith.mulf %0, %x : f64
  return %1 : f64
}
// The derivative x^4 is not that of a cube, so a test sees which one was used.
func.func private @cube_pullback(%x: f64, %ct: f64) -> f64 {
  %0 = arith.mulf %x, %x : f64
  %1 = arith.mulf %0, %0 : f64
  %2 = arith.mulf %1, %ct : f64
  return %2 : f64
}
func.func @custom_pullback_differentiated_again(%x: f64, %y: f64) -> f64 {
  %0 = call @cube(%x) : (f64) -> f64
  %1 = arith.mulf %0, %y : f64
  %2 = math.sin %1 : f64
  return %2 : f64
}
func.func private @first(f64, f64) -> f64 attributes {lagrad.gradient = @custom_pullback_differentiated_again, lagrad.wrt = [0]}
func.func private @second(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @first}
