// Filling with an active scalar sums the cotangents; what was there before gets none.
func.func @fill_active(%a: f64, %x: tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<?xf64>) {
  %n = arith.constant 5 : index
  %e = tensor.empty(%n) : tensor<?xf64>
  %0 = linalg.fill ins(%a : f64) outs(%x : tensor<2x3xf64>) -> tensor<2x3xf64>
  %1 = arith.mulf %0, %x : tensor<2x3xf64>
  %s = math.exp %a : f64
  %2 = linalg.fill ins(%s : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  return %1, %2 : tensor<2x3xf64>, tensor<?xf64>
}
func.func private @pullback(f64, tensor<2x3xf64>, tensor<2x3xf64>, tensor<?xf64>) -> (f64, tensor<2x3xf64>) attributes {lagrad.pullback = @fill_active}
