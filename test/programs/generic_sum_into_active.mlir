// A reduction onto an active start value, whose cotangent passes through unchanged.
func.func @generic_sum_into_active(%x: tensor<3x4xf64>, %init: tensor<4xf64>) -> tensor<4xf64> {
  %start = math.exp %init : tensor<4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<3x4xf64>) outs(%start : tensor<4xf64>) {
  ^bb0(%a: f64, %acc: f64):
    %p = math.sin %a : f64
    %s = arith.addf %p, %acc : f64
    linalg.yield %s : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func private @pullback(tensor<3x4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<3x4xf64>, tensor<4xf64>) attributes {lagrad.pullback = @generic_sum_into_active}
func.func private @d_init(tensor<3x4xf64>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @generic_sum_into_active, lagrad.wrt = [1]}
