// An operation inside a linalg body is marked inactive.
func.func @inactive_operation_in_body(%x: tensor<2x3xf64>) -> tensor<2xf64> {
  %z = arith.constant dense<0.0> : tensor<2xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x3xf64>) outs(%z : tensor<2xf64>) {
  ^bb0(%a: f64, %o: f64):
    %w = math.exp %a {lagrad.inactive} : f64
    %p = arith.mulf %w, %a : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<2xf64>
  return %0 : tensor<2xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xf64> attributes {lagrad.pullback = @inactive_operation_in_body}
