// The square of a number, and its derivative.
func.func @square(%x: f64) -> f64 {
  %0 = arith.mulf %x, %x : f64
  return %0 : f64
}
func.func private @double(f64) -> f64 attributes {lagrad.gradient = @square}
