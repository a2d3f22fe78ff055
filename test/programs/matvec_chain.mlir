// matvec, vecmat and dot in one bilinear form.
func.func @matvec_chain(%a: tensor<3x4xf64>, %x: tensor<4xf64>, %y: tensor<3xf64>) -> (f64, tensor<4xf64>) {
  %zero = arith.constant 0.0 : f64
  %z3 = tensor.splat %zero : tensor<3xf64>
  %z4 = tensor.splat %zero : tensor<4xf64>
  %z = tensor.from_elements %zero : tensor<f64>
  %0 = linalg.matvec ins(%a, %x : tensor<3x4xf64>, tensor<4xf64>) outs(%z3 : tensor<3xf64>) -> tensor<3xf64>
  %1 = linalg.vecmat ins(%y, %a : tensor<3xf64>, tensor<3x4xf64>) outs(%z4 : tensor<4xf64>) -> tensor<4xf64>
  %2 = linalg.dot ins(%0, %y : tensor<3xf64>, tensor<3xf64>) outs(%z : tensor<f64>) -> tensor<f64>
  %3 = tensor.extract %2[] : tensor<f64>
  %4 = math.sin %3 : f64
  return %4, %1 : f64, tensor<4xf64>
}
func.func private @pullback(tensor<3x4xf64>, tensor<4xf64>, tensor<3xf64>, f64, tensor<4xf64>) -> (tensor<3x4xf64>, tensor<4xf64>, tensor<3xf64>) attributes {lagrad.pullback = @matvec_chain}
