// The accumulator passes through a nonlinear function for every element.
func.func @nonlinear_reduction(%x: tensor<3x2xf64>, %init: tensor<2xf64>) -> tensor<2xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>], iterator_types = ["reduction", "parallel"]}
      ins(%x : tensor<3x2xf64>) outs(%init : tensor<2xf64>) {
  ^bb0(%a: f64, %o: f64):
    %p = arith.mulf %o, %a : f64
    %s = math.sin %p : f64
    %t = arith.addf %s, %a : f64
    linalg.yield %t : f64
  } -> tensor<2xf64>
  return %0 : tensor<2xf64>
}
func.func private @pullback(tensor<3x2xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<3x2xf64>, tensor<2xf64>) attributes {lagrad.pullback = @nonlinear_reduction}
