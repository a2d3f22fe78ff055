// @BOTH is @COST and its derivative by its last argument, in forward mode.
func.func private @BOTH(%given0: f64, %given1: f64, %x: f64) -> (f64, f64) {
  %one = arith.constant 1.0 : f64
  %f, %g = func.call @tangent_BOTH(%given0, %given1, %x, %one) : (f64, f64, f64, f64) -> (f64, f64)
  return %f, %g : f64, f64
}
func.func private @tangent_BOTH(f64, f64, f64, f64) -> (f64, f64)
    attributes {lagrad.pushforward = @COST, lagrad.wrt = [2], lagrad.with_primal}
