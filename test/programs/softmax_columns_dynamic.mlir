// The softmax along the first of two dynamic dimensions, of products.
func.func @softmax_columns_dynamic(%x: tensor<?x?xf64>, %y: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %p = arith.mulf %x, %y : tensor<?x?xf64>
  %0 = linalg.softmax dimension(0) ins(%p : tensor<?x?xf64>) outs(%x : tensor<?x?xf64>) -> tensor<?x?xf64>
  %1 = arith.mulf %0, %x : tensor<?x?xf64>
  return %1 : tensor<?x?xf64>
}
func.func private @pullback(tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>) attributes {lagrad.pullback = @softmax_columns_dynamic}
