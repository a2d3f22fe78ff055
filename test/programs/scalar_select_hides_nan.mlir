// The branch not taken is NaN, and so is its derivative; neither reaches the gradient.
func.func @scalar_select_hides_nan(%x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %neg = arith.negf %x : f64
  %nan = math.sqrt %neg : f64
  %ok = math.sqrt %x : f64
  %positive = arith.cmpf ogt, %x, %zero : f64
  %0 = arith.select %positive, %ok, %nan : f64
  %1 = arith.mulf %0, %x : f64
  return %1 : f64
}
func.func private @gradient(f64) -> f64 attributes {lagrad.gradient = @scalar_select_hides_nan}
