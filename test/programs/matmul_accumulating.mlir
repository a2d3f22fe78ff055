// A matrix product added onto an active matrix, of unknown sizes.
func.func @matmul_accumulating(%a: tensor<?x?xf64>, %b: tensor<?x?xf64>, %c: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %s = math.sin %c : tensor<?x?xf64>
  %0 = linalg.matmul ins(%a, %b : tensor<?x?xf64>, tensor<?x?xf64>) outs(%s : tensor<?x?xf64>) -> tensor<?x?xf64>
  %1 = math.tanh %0 : tensor<?x?xf64>
  return %1 : tensor<?x?xf64>
}
func.func private @pullback(tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) attributes {lagrad.pullback = @matmul_accumulating}
