// The elementwise selection, and a maximum of two.
func.func @elementwise_select(%m: tensor<4xi1> {lagrad.example = dense<[true, false, false, true]> : tensor<4xi1>}, %x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<select> ins(%m, %x, %y : tensor<4xi1>, tensor<4xf64>, tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<max_signed> ins(%0, %y : tensor<4xf64>, tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %2 = linalg.elementwise kind=#linalg.elementwise_kind<tanh> ins(%1 : tensor<4xf64>) outs(%e : tensor<4xf64>) -> tensor<4xf64>
  %3 = arith.mulf %2, %x : tensor<4xf64>
  return %3 : tensor<4xf64>
}
func.func private @pullback(tensor<4xi1>, tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) attributes {lagrad.pullback = @elementwise_select}
