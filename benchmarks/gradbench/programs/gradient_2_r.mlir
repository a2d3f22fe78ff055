// @GRADIENT is the gradient of @COST by its last two arguments, in reverse mode.
func.func private @GRADIENT(f64, f64, f64, f64) -> (f64, f64)
    attributes {lagrad.gradient = @COST, lagrad.wrt = [2, 3]}
