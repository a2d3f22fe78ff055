// The operations that only move elements.
func.func @transpose_broadcast_copy(%x: tensor<2x3xf64>, %y: tensor<3xf64>) -> tensor<3x2xf64> {
  %e = tensor.empty() : tensor<3x2xf64>
  %0 = linalg.transpose ins(%x : tensor<2x3xf64>) outs(%e : tensor<3x2xf64>) permutation = [1, 0]
  %1 = linalg.broadcast ins(%y : tensor<3xf64>) outs(%e : tensor<3x2xf64>) dimensions = [1]
  %2 = arith.mulf %0, %1 : tensor<3x2xf64>
  %3 = linalg.copy ins(%2 : tensor<3x2xf64>) outs(%0 : tensor<3x2xf64>) -> tensor<3x2xf64>
  %4 = math.sin %3 : tensor<3x2xf64>
  return %4 : tensor<3x2xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<3xf64>, tensor<3x2xf64>) -> (tensor<2x3xf64>, tensor<3xf64>) attributes {lagrad.pullback = @transpose_broadcast_copy}
