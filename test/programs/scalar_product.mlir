// The product rule, asked for with every choice of wrt and in both orders.
func.func @scalar_product(%x: f64, %y: f64) -> f64 {
  %0 = arith.mulf %x, %y : f64
  return %0 : f64
}
func.func private @d_first(f64, f64, f64) -> f64 attributes {lagrad.pullback = @scalar_product, lagrad.wrt = [0]}
func.func private @d_second(f64, f64, f64) -> f64 attributes {lagrad.pullback = @scalar_product, lagrad.wrt = [1]}
func.func private @d_both(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @scalar_product}
func.func private @d_reversed(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @scalar_product, lagrad.wrt = [1, 0]}
func.func private @gradient(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @scalar_product}
