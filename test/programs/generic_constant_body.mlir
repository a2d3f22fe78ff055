// A body that yields a constant, and one that yields an input unchanged.
func.func @generic_constant_body(%x: tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) {
  %c = arith.constant 3.0 : f64
  %e = tensor.empty() : tensor<4xf64>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf64>) outs(%e, %e : tensor<4xf64>, tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64, %o2: f64):
    linalg.yield %c, %a : f64, f64
  } -> (tensor<4xf64>, tensor<4xf64>)
  %1 = arith.mulf %0#0, %0#1 : tensor<4xf64>
  return %0#0, %1 : tensor<4xf64>, tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @generic_constant_body}
