// The third and fourth derivatives of a function of two scalars.
func.func @higher_third_order(%x: f64, %y: f64) -> f64 {
  %0 = arith.mulf %x, %y : f64
  %1 = math.sin %0 : f64
  %2 = arith.divf %1, %y : f64
  %3 = arith.mulf %2, %x : f64
  return %3 : f64
}
func.func private @first(f64, f64) -> f64 attributes {lagrad.gradient = @higher_third_order, lagrad.wrt = [0]}
func.func private @second(f64, f64) -> f64 attributes {lagrad.gradient = @first, lagrad.wrt = [1]}
func.func private @third(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @second}
func.func private @fourth(f64, f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @third}
