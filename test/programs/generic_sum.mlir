// A full reduction by add into a zero made by fill.
func.func @generic_sum(%x: tensor<3x4xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<f64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<f64>) -> tensor<f64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<3x4xf64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %acc: f64):
    %p = arith.mulf %a, %a : f64
    %s = arith.addf %acc, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %1 = tensor.extract %0[] : tensor<f64>
  %2 = math.sqrt %1 : f64
  return %2 : f64
}
func.func private @pullback(tensor<3x4xf64>, f64) -> tensor<3x4xf64> attributes {lagrad.pullback = @generic_sum}
func.func private @gradient(tensor<3x4xf64>) -> tensor<3x4xf64> attributes {lagrad.gradient = @generic_sum}
