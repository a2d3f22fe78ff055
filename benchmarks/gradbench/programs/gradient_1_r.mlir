// @BOTH is @COST and its derivative by its last argument, in reverse mode.
func.func private @BOTH(f64, f64, f64) -> (f64, f64) attributes {lagrad.value_and_grad = @COST, lagrad.wrt = [2]}
