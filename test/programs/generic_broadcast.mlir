// A row and a column broadcast against each other: each gradient sums over what it was repeated along.
func.func @generic_broadcast(%r: tensor<4xf64>, %c: tensor<3xf64>) -> tensor<3x4xf64> {
  %e = tensor.empty() : tensor<3x4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%r, %c : tensor<4xf64>, tensor<3xf64>) outs(%e : tensor<3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %q = arith.addf %p, %a : f64
    %s = math.tanh %q : f64
    linalg.yield %s : f64
  } -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<3xf64>, tensor<3x4xf64>) -> (tensor<4xf64>, tensor<3xf64>) attributes {lagrad.pullback = @generic_broadcast}
