// A tensor put together from scalars, one of them twice, and taken apart again.
func.func @tensor_from_elements(%x: f64, %y: f64) -> (tensor<2x2xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = arith.mulf %x, %y : f64
  %1 = tensor.from_elements %x, %0, %x, %y : tensor<2x2xf64>
  %2 = math.exp %1 : tensor<2x2xf64>
  %3 = tensor.extract %2[%c1, %c0] : tensor<2x2xf64>
  return %2, %3 : tensor<2x2xf64>, f64
}
func.func private @pullback(f64, f64, tensor<2x2xf64>, f64) -> (f64, f64) attributes {lagrad.pullback = @tensor_from_elements}
