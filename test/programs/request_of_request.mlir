// The gradient of a directional derivative: a request that names another, written before it.
func.func private @second(f64, f64, f64) -> (f64, f64, f64) attributes {lagrad.gradient = @directional}
func.func @directional(%x: f64, %y: f64, %v: f64) -> f64 {
  %0:2 = func.call @first(%x, %y) : (f64, f64) -> (f64, f64)
  %1 = arith.mulf %0#0, %v : f64
  %2 = arith.addf %1, %0#1 : f64
  return %2 : f64
}
func.func private @first(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @request_of_request}
func.func private @of_first(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @first}
func.func @request_of_request(%x: f64, %y: f64) -> f64 {
  %0 = arith.mulf %x, %y : f64
  %1 = math.sin %0 : f64
  %2 = arith.mulf %1, %x : f64
  return %2 : f64
}
