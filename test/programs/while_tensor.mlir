// A tensor is multiplied by a matrix until its norm is small.
func.func @while_tensor(%x: tensor<2xf64>, %a: tensor<2x2xf64>) -> tensor<2xf64> {
  %zero = arith.constant 0.0 : f64
  %eps = arith.constant 0.2 : f64
  %quarter = arith.constant dense<0.25> : tensor<2xf64>
  %z = arith.constant dense<0.0> : tensor<2xf64>
  %0 = scf.while (%h = %x) : (tensor<2xf64>) -> tensor<2xf64> {
    %i = tensor.from_elements %zero : tensor<f64>
    %1 = linalg.dot ins(%h, %h : tensor<2xf64>, tensor<2xf64>) outs(%i : tensor<f64>) -> tensor<f64>
    %2 = tensor.extract %1[] : tensor<f64>
    %c = arith.cmpf ogt, %2, %eps : f64
    scf.condition(%c) %h : tensor<2xf64>
  } do {
  ^bb0(%h: tensor<2xf64>):
    %1 = linalg.matvec ins(%a, %h : tensor<2x2xf64>, tensor<2xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
    %2 = math.sin %1 : tensor<2xf64>
    %3 = arith.mulf %2, %quarter : tensor<2xf64>
    scf.yield %3 : tensor<2xf64>
  }
  return %0 : tensor<2xf64>
}
func.func private @pullback(tensor<2xf64>, tensor<2x2xf64>, tensor<2xf64>) -> (tensor<2xf64>, tensor<2x2xf64>) attributes {lagrad.pullback = @while_tensor}
