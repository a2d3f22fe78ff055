// One tensor as both operands of several operations.
func.func @tensor_same_operand(%x: tensor<4xf64>) -> tensor<4xf64> {
  %0 = arith.mulf %x, %x : tensor<4xf64>
  %1 = arith.divf %0, %0 : tensor<4xf64>
  %2 = math.atan2 %x, %x : tensor<4xf64>
  %3 = arith.addf %1, %2 : tensor<4xf64>
  %4 = arith.subf %0, %3 : tensor<4xf64>
  return %4 : tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @tensor_same_operand}
