// The saddle point of f(x, y) = |x|^2 - |y|^2: the x that makes the maximum over y least, then the y of that maximum.
// @INNER_argmin and @OUTER_argmin minimize -f(x, .), in one mode each; @r1_argmin minimizes @r1_cost.
func.func private @f(%x: tensor<2xf64>, %y: tensor<2xf64>) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<f64>
  %xx = linalg.dot ins(%x, %x : tensor<2xf64>, tensor<2xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %yy = linalg.dot ins(%y, %y : tensor<2xf64>, tensor<2xf64>) outs(%zero : tensor<f64>) -> tensor<f64>
  %a = tensor.extract %xx[] : tensor<f64>
  %b = tensor.extract %yy[] : tensor<f64>
  %result = arith.subf %a, %b : f64
  return %result : f64
}

func.func private @cost(%x: tensor<2xf64>, %y: tensor<2xf64>) -> f64 {
  %f = func.call @f(%x, %y) : (tensor<2xf64>, tensor<2xf64>) -> f64
  %result = arith.negf %f : f64
  return %result : f64
}

func.func private @r1_cost(%start: tensor<2xf64>, %x: tensor<2xf64>) -> f64 {
  %y = func.call @INNER_argmin(%x, %start) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %result = func.call @f(%x, %y) : (tensor<2xf64>, tensor<2xf64>) -> f64
  return %result : f64
}

func.func @saddle(%start: tensor<2xf64>) -> tensor<4xf64> {
  %x = func.call @r1_argmin(%start, %start) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %y = func.call @OUTER_argmin(%x, %start) : (tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64>
  %both = tensor.concat dim(0) %x, %y : (tensor<2xf64>, tensor<2xf64>) -> tensor<4xf64>
  return %both : tensor<4xf64>
}
