// A minimum of products whose start value is active and may win.
func.func @minimum_active_start(%x: tensor<2x3xf64>, %y: tensor<3xf64>, %init: tensor<2xf64> {lagrad.example = dense<[0.1, 5.0]> : tensor<2xf64>}) -> tensor<2xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<2x3xf64>, tensor<3xf64>) outs(%init : tensor<2xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %r = arith.minimumf %p, %o : f64
    linalg.yield %r : f64
  } -> tensor<2xf64>
  return %0 : tensor<2xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<3xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x3xf64>, tensor<3xf64>, tensor<2xf64>) attributes {lagrad.pullback = @minimum_active_start}
