// Results that are arguments, one of them twice, in another order.
func.func @scalar_returns_arguments(%x: f64, %y: f64) -> (f64, f64, f64) {
  return %y, %x, %y : f64, f64, f64
}
func.func private @pullback(f64, f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @scalar_returns_arguments}
func.func private @d_second(f64, f64, f64, f64, f64) -> f64 attributes {lagrad.pullback = @scalar_returns_arguments, lagrad.wrt = [1]}
