// What reaches no result is neither differentiated nor in the way, even what cannot be differentiated.
func.func @scalar_dead_code(%x: f64, %y: f64) -> f64 {
  %0 = math.log %y : f64
  %bits = arith.bitcast %0 : f64 to i64
  %back = arith.bitcast %bits : i64 to f64
  %1 = arith.mulf %back, %y : f64
  %2 = math.cos %x : f64
  return %2 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @scalar_dead_code}
