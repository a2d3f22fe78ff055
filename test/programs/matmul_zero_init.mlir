// A matrix product into zeros.
func.func @matmul_zero_init(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>) -> tensor<2x4xf64> {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<2x4xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<2x4xf64>) -> tensor<2x4xf64>
  %0 = linalg.matmul ins(%a, %b : tensor<2x3xf64>, tensor<3x4xf64>) outs(%z : tensor<2x4xf64>) -> tensor<2x4xf64>
  return %0 : tensor<2x4xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<3x4xf64>, tensor<2x4xf64>) -> (tensor<2x3xf64>, tensor<3x4xf64>) attributes {lagrad.pullback = @matmul_zero_init}
func.func private @d_left(tensor<2x3xf64>, tensor<3x4xf64>, tensor<2x4xf64>) -> tensor<2x3xf64> attributes {lagrad.pullback = @matmul_zero_init, lagrad.wrt = [0]}
