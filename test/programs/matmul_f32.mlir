// A matrix product in single precision.
func.func @matmul_f32(%a: tensor<3x5xf32>, %b: tensor<5x2xf32>) -> tensor<3x2xf32> {
  %zero = arith.constant 0.0 : f32
  %z = tensor.splat %zero : tensor<3x2xf32>
  %0 = linalg.matmul ins(%a, %b : tensor<3x5xf32>, tensor<5x2xf32>) outs(%z : tensor<3x2xf32>) -> tensor<3x2xf32>
  return %0 : tensor<3x2xf32>
}
func.func private @pullback(tensor<3x5xf32>, tensor<5x2xf32>, tensor<3x2xf32>) -> (tensor<3x5xf32>, tensor<5x2xf32>) attributes {lagrad.pullback = @matmul_f32}
