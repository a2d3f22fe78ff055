// A maximum from minus infinity by comparison and selection, of each column.
func.func @maximum_by_comparison(%x: tensor<3x2xf64>) -> tensor<2xf64> {
  %low = arith.constant 0xFFF0000000000000 : f64
  %e = tensor.empty() : tensor<2xf64>
  %z = linalg.fill ins(%low : f64) outs(%e : tensor<2xf64>) -> tensor<2xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<3x2xf64>) outs(%z : tensor<2xf64>) {
  ^bb0(%a: f64, %o: f64):
    %c = arith.cmpf ogt, %a, %o : f64
    %r = arith.select %c, %a, %o : f64
    linalg.yield %r : f64
  } -> tensor<2xf64>
  %1 = math.exp %0 : tensor<2xf64>
  return %1 : tensor<2xf64>
}
func.func private @pullback(tensor<3x2xf64>, tensor<2xf64>) -> tensor<3x2xf64> attributes {lagrad.pullback = @maximum_by_comparison}
