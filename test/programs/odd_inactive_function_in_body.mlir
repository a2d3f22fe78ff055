// The body of a reduction calls an inactive function of an active value.
func.func private @weight(%a: f64) -> f64 attributes {lagrad.inactive} {
  %0 = math.exp %a : f64
  return %0 : f64
}
func.func @odd_inactive_function_in_body(%x: tensor<2x3xf64>) -> tensor<2xf64> {
  %z = arith.constant dense<0.0> : tensor<2xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x3xf64>) outs(%z : tensor<2xf64>) {
  ^bb0(%a: f64, %o: f64):
    %w = func.call @weight(%a) : (f64) -> f64
    %1 = arith.mulf %w, %a : f64
    %2 = arith.addf %o, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<2xf64>
  return %0 : tensor<2xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xf64> attributes {lagrad.pullback = @odd_inactive_function_in_body}
