// @GRADIENT is the gradient of @COST by its last two arguments, in forward mode.
func.func private @GRADIENT(%given0: f64, %given1: f64, %x0: f64, %x1: f64) -> (f64, f64) {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %g0 = func.call @tangent_GRADIENT(%given0, %given1, %x0, %one, %x1, %zero)
      : (f64, f64, f64, f64, f64, f64) -> f64
  %g1 = func.call @tangent_GRADIENT(%given0, %given1, %x0, %zero, %x1, %one)
      : (f64, f64, f64, f64, f64, f64) -> f64
  return %g0, %g1 : f64, f64
}
func.func private @tangent_GRADIENT(f64, f64, f64, f64, f64, f64) -> f64
    attributes {lagrad.pushforward = @COST, lagrad.wrt = [2, 3]}
