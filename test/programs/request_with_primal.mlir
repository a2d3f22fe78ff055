// The primal results come first, the integer one included.
func.func @request_with_primal(%x: tensor<3xf64>, %y: f64, %n: index) -> (f64, index, tensor<3xf64>) {
  %c1 = arith.constant 1 : index
  %0 = math.exp %x : tensor<3xf64>
  %1 = tensor.extract %0[%c1] : tensor<3xf64>
  %2 = arith.mulf %1, %y : f64
  %3 = arith.addi %n, %c1 : index
  return %2, %3, %0 : f64, index, tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, f64, index, f64, tensor<3xf64>) -> (f64, index, tensor<3xf64>, tensor<3xf64>, f64) attributes {lagrad.pullback = @request_with_primal, lagrad.with_primal}
