// linalg.map with a body of its own, linalg.reduce over two of three dimensions.
func.func @map_and_reduce(%x: tensor<2x3x4xf64>, %y: tensor<2x3x4xf64>, %init: tensor<3xf64>) -> tensor<3xf64> {
  %e = tensor.empty() : tensor<2x3x4xf64>
  %0 = linalg.map ins(%x, %y : tensor<2x3x4xf64>, tensor<2x3x4xf64>) outs(%e : tensor<2x3x4xf64>)
    (%a: f64, %b: f64, %o: f64) {
      %p = arith.mulf %a, %b : f64
      %q = math.exp %p : f64
      linalg.yield %q : f64
    }
  %1 = linalg.reduce ins(%0 : tensor<2x3x4xf64>) outs(%init : tensor<3xf64>) dimensions = [0, 2]
    (%a: f64, %acc: f64) {
      %s = arith.addf %a, %acc : f64
      linalg.yield %s : f64
    }
  return %1 : tensor<3xf64>
}
func.func private @pullback(tensor<2x3x4xf64>, tensor<2x3x4xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<2x3x4xf64>, tensor<2x3x4xf64>, tensor<3xf64>) attributes {lagrad.pullback = @map_and_reduce}
