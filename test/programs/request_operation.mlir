// The operation "lagrad.grad" in the body of a function, used like any other value.
func.func @request_operation_f(%x: f64, %y: f64) -> f64 {
  %0 = math.exp %x : f64
  %1 = arith.mulf %0, %y : f64
  return %1 : f64
}
func.func @request_operation(%x: f64, %y: f64) -> f64 {
  %0 = "lagrad.grad"(%x, %y) {F = @request_operation_f, of = [0]} : (f64, f64) -> f64
  %1 = arith.mulf %0, %x : f64
  return %1 : f64
}
func.func private @gradient(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @request_operation}
