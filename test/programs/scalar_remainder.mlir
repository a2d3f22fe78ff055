// The remainder keeps the sign of the dividend; the divisor's derivative is minus the quotient.
func.func @scalar_remainder(%x: f64, %y: f64) -> f64 {
  %c = arith.constant 7.3 : f64
  %big = arith.mulf %x, %c : f64
  %0 = arith.remf %big, %y : f64
  %neg = arith.negf %big : f64
  %1 = arith.remf %neg, %y : f64
  %2 = arith.mulf %0, %1 : f64
  return %2 : f64
}
func.func private @pullback(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @scalar_remainder}
