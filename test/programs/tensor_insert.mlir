// An inserted element replaces what was there: the old element gets no cotangent through it.
func.func @tensor_insert(%x: tensor<4xf64>, %v: f64, %i: index) -> (tensor<4xf64>, f64) {
  %c1 = arith.constant 1 : index
  %0 = tensor.extract %x[%i] : tensor<4xf64>
  %1 = arith.mulf %0, %v : f64
  %2 = tensor.insert %1 into %x[%i] : tensor<4xf64>
  %3 = tensor.insert %v into %2[%c1] : tensor<4xf64>
  %4 = tensor.extract %3[%i] : tensor<4xf64>
  %5 = arith.mulf %4, %4 : f64
  return %3, %5 : tensor<4xf64>, f64
}
func.func private @pullback(tensor<4xf64>, f64, index, tensor<4xf64>, f64) -> (tensor<4xf64>, f64) attributes {lagrad.pullback = @tensor_insert}
