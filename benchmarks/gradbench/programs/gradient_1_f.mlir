// @GRADIENT is the derivative of @COST by its last argument, in forward mode.
func.func private @GRADIENT(%given0: f64, %given1: f64, %x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %g = func.call @tangent_GRADIENT(%given0, %given1, %x, %one) : (f64, f64, f64, f64) -> f64
  return %g : f64
}
func.func private @tangent_GRADIENT(f64, f64, f64, f64) -> f64
    attributes {lagrad.pushforward = @COST, lagrad.wrt = [2]}
