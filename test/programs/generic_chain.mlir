// Several generics in a row: normalisation of rows by their own sums.
func.func @generic_chain(%x: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %zero = arith.constant 0.0 : f64
  %z = tensor.splat %zero : tensor<3xf64>
  %e = tensor.empty() : tensor<3x4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %p = math.exp %a : f64
    linalg.yield %p : f64
  } -> tensor<3x4xf64>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%0 : tensor<3x4xf64>) outs(%z : tensor<3xf64>) {
  ^bb0(%a: f64, %acc: f64):
    %s = arith.addf %a, %acc : f64
    linalg.yield %s : f64
  } -> tensor<3xf64>
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%0, %1 : tensor<3x4xf64>, tensor<3xf64>) outs(%e : tensor<3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.divf %a, %b : f64
    linalg.yield %p : f64
  } -> tensor<3x4xf64>
  return %2 : tensor<3x4xf64>
}
func.func private @pullback(tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64> attributes {lagrad.pullback = @generic_chain}
