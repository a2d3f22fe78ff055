// A call that depends on nothing active needs no derivative, even of what has none.
func.func private @call_inactive_inner(%a: f64) -> f64 {
  %0 = arith.bitcast %a : f64 to i64
  %1 = arith.bitcast %0 : i64 to f64
  return %1 : f64
}
func.func @call_inactive(%x: f64, %t: f64) -> f64 {
  %0 = func.call @call_inactive_inner(%t) : (f64) -> f64
  %1 = arith.mulf %0, %x : f64
  return %1 : f64
}
func.func private @pullback(f64, f64, f64) -> f64 attributes {lagrad.pullback = @call_inactive, lagrad.wrt = [0]}
