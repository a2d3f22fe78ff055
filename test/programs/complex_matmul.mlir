// The named matrix product of complex matrices.
func.func @complex_matmul(%x: tensor<2x3xcomplex<f64>>, %y: tensor<3x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>> {
  %z = arith.constant dense<(0.0, 0.0)> : tensor<2x2xcomplex<f64>>
  %0 = linalg.matmul ins(%x, %y : tensor<2x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) outs(%z : tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
  %1 = linalg.matmul ins(%0, %0 : tensor<2x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) outs(%z : tensor<2x2xcomplex<f64>>) -> tensor<2x2xcomplex<f64>>
  return %1 : tensor<2x2xcomplex<f64>>
}
func.func private @pullback(tensor<2x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>, tensor<2x2xcomplex<f64>>) -> (tensor<2x3xcomplex<f64>>, tensor<3x2xcomplex<f64>>) attributes {lagrad.pullback = @complex_matmul}
