// A dimension of size 0 beside one of unknown size.
func.func @odd_empty_dimension(%a: tensor<?x0x3xf64>, %b: tensor<?x3x4xf64>, %o: tensor<?x0x4xf64>) -> (tensor<?x0x4xf64>, tensor<?x3x4xf64>) {
  %0 = linalg.batch_matmul ins(%a, %b : tensor<?x0x3xf64>, tensor<?x3x4xf64>) outs(%o : tensor<?x0x4xf64>) -> tensor<?x0x4xf64>
  %1 = math.tanh %0 : tensor<?x0x4xf64>
  %2 = math.sin %b : tensor<?x3x4xf64>
  return %1, %2 : tensor<?x0x4xf64>, tensor<?x3x4xf64>
}
func.func private @pullback(tensor<?x0x3xf64>, tensor<?x3x4xf64>, tensor<?x0x4xf64>, tensor<?x0x4xf64>, tensor<?x3x4xf64>) -> (tensor<?x0x3xf64>, tensor<?x3x4xf64>, tensor<?x0x4xf64>) attributes {lagrad.pullback = @odd_empty_dimension}
