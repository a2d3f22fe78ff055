// Cotangents that are zero here are variables to the second derivative: those of singular functions, and those below a select.
func.func @higher_zero_cotangents(
    %x: tensor<4xf64>,
    %y: tensor<4xf64> {lagrad.example = dense<[0.0, 1.0, 0.0, -2.0]> : tensor<4xf64>}) -> f64 {
  %zero = arith.constant dense<0.0> : tensor<4xf64>
  %sum = arith.constant dense<0.0> : tensor<f64>
  %root = math.sqrt %x : tensor<4xf64>
  %log = math.log %x : tensor<4xf64>
  %0 = arith.mulf %root, %y : tensor<4xf64>
  %1 = arith.mulf %log, %0 : tensor<4xf64>
  %2 = math.powf %x, %y : tensor<4xf64>
  %3 = arith.addf %1, %2 : tensor<4xf64>
  %4 = math.exp %x : tensor<4xf64>
  %5 = arith.mulf %4, %y : tensor<4xf64>
  %is_positive = arith.cmpf ogt, %x, %zero : tensor<4xf64>
  %6 = arith.select %is_positive, %5, %y : tensor<4xi1>, tensor<4xf64>
  %7 = linalg.dot ins(%3, %6 : tensor<4xf64>, tensor<4xf64>) outs(%sum : tensor<f64>) -> tensor<f64>
  %r = tensor.extract %7[] : tensor<f64>
  return %r : f64
}
func.func private @gradient(tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) attributes {lagrad.gradient = @higher_zero_cotangents}
func.func private @forward(tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) attributes {lagrad.pushforward = @gradient}
func.func private @reverse(tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) attributes {lagrad.pullback = @gradient}
func.func private @tangent(tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> f64 attributes {lagrad.pushforward = @higher_zero_cotangents}
func.func private @pullback_of_tangent(tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>, f64) -> (tensor<4xf64>, tensor<4xf64>) attributes {lagrad.pullback = @tangent, lagrad.wrt = [0, 2]}
