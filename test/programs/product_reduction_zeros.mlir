// No zero, one zero and two zeros among the factors.
func.func @product_reduction_zeros(%x: tensor<3x3xf64> {lagrad.example = dense<[[1.5, 0.5, 2.0], [0.0, 1.25, 3.0], [0.75, 0.0, 0.0]]> : tensor<3x3xf64>}, %y: f64) -> tensor<3xf64> {
  %e = tensor.empty() : tensor<3xf64>
  %init = linalg.fill ins(%y : f64) outs(%e : tensor<3xf64>) -> tensor<3xf64>
  %0 = linalg.reduce { arith.mulf } ins(%x : tensor<3x3xf64>) outs(%init : tensor<3xf64>) dimensions = [1]
  return %0 : tensor<3xf64>
}
func.func private @pullback(tensor<3x3xf64>, f64, tensor<3xf64>) -> (tensor<3x3xf64>, f64) attributes {lagrad.pullback = @product_reduction_zeros}
