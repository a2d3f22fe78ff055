// The reduce operation over two tensors at once, with two results.
func.func @reduce_two_tensors(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>, %u: tensor<3xf64>, %v: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %0:2 = linalg.reduce ins(%x, %y : tensor<2x3xf64>, tensor<2x3xf64>) outs(%u, %v : tensor<3xf64>, tensor<3xf64>) dimensions = [0]
    (%a: f64, %b: f64, %o: f64, %p: f64) {
      %1 = arith.mulf %a, %b : f64
      %2 = arith.addf %o, %1 : f64
      %3 = math.sin %b : f64
      %4 = arith.addf %p, %3 : f64
      linalg.yield %2, %4 : f64, f64
    }
  return %0#0, %0#1 : tensor<3xf64>, tensor<3xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<2x3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<3xf64>, tensor<3xf64>) attributes {lagrad.pullback = @reduce_two_tensors}
