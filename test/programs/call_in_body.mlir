// The body of an elementwise operation calls a function.
func.func private @swish(%a: f64, %b: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %0 = arith.mulf %a, %b : f64
  %1 = arith.negf %0 : f64
  %2 = math.exp %1 : f64
  %3 = arith.addf %one, %2 : f64
  %4 = arith.divf %a, %3 : f64
  return %4 : f64
}
func.func @call_in_body(%x: tensor<2x3xf64>, %s: f64) -> tensor<2x3xf64> {
  %e = tensor.empty() : tensor<2x3xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x3xf64>) outs(%e : tensor<2x3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %0 = func.call @swish(%a, %s) : (f64, f64) -> f64
    linalg.yield %0 : f64
  } -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}
func.func private @pullback(tensor<2x3xf64>, f64, tensor<2x3xf64>) -> (tensor<2x3xf64>, f64) attributes {lagrad.pullback = @call_in_body}
