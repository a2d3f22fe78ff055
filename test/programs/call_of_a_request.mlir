// A Newton step written with the derivative of another function: requests may be called.
func.func @call_of_a_request_cubic(%x: f64) -> f64 {
  %c = arith.constant 2.0 : f64
  %0 = arith.mulf %x, %x : f64
  %1 = arith.mulf %0, %x : f64
  %2 = arith.subf %1, %c : f64
  return %2 : f64
}
func.func private @slope(f64) -> f64 attributes {lagrad.gradient = @call_of_a_request_cubic}
func.func @call_of_a_request(%x: f64) -> f64 {
  %0 = func.call @call_of_a_request_cubic(%x) : (f64) -> f64
  %1 = func.call @slope(%x) : (f64) -> f64
  %2 = arith.divf %0, %1 : f64
  %3 = arith.subf %x, %2 : f64
  return %3 : f64
}
func.func private @step_gradient(f64) -> f64 attributes {lagrad.gradient = @call_of_a_request}
