// Tensors in single precision, widened and narrowed elementwise.
func.func @tensor_f32(%x: tensor<4xf32>, %y: tensor<4xf64>) -> tensor<4xf32> {
  %0 = arith.extf %x : tensor<4xf32> to tensor<4xf64>
  %1 = arith.mulf %0, %y : tensor<4xf64>
  %2 = arith.truncf %1 : tensor<4xf64> to tensor<4xf32>
  %3 = math.exp %2 : tensor<4xf32>
  return %3 : tensor<4xf32>
}
func.func private @pullback(tensor<4xf32>, tensor<4xf64>, tensor<4xf32>) -> (tensor<4xf32>, tensor<4xf64>) attributes {lagrad.pullback = @tensor_f32}
