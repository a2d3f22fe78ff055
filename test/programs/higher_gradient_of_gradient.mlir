// The gradient of a gradient, each by a request of its own.
func.func @higher_gradient_of_gradient(%x: f64) -> f64 {
  %0 = math.sin %x : f64
  %1 = math.exp %0 : f64
  %2 = arith.mulf %1, %x : f64
  return %2 : f64
}
func.func private @first(f64) -> f64 attributes {lagrad.gradient = @higher_gradient_of_gradient}
func.func private @second(f64) -> f64 attributes {lagrad.gradient = @first}
