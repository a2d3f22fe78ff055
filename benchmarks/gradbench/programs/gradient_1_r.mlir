// @GRADIENT is the derivative of @COST by its last argument, in reverse mode.
func.func private @GRADIENT(f64, f64, f64) -> f64 attributes {lagrad.gradient = @COST, lagrad.wrt = [2]}
