// A matrix times itself, onto itself.
func.func @matmul_with_itself(%a: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %0 = linalg.matmul ins(%a, %a : tensor<3x3xf64>, tensor<3x3xf64>) outs(%a : tensor<3x3xf64>) -> tensor<3x3xf64>
  return %0 : tensor<3x3xf64>
}
func.func private @pullback(tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64> attributes {lagrad.pullback = @matmul_with_itself}
