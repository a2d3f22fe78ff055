// A reduction that subtracts from its accumulator, and adds in two steps.
func.func @generic_subtracting_reduction(%x: tensor<3x4xf64>, %y: tensor<3x4xf64>, %init: tensor<3xf64>) -> tensor<3xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<3x4xf64>, tensor<3x4xf64>) outs(%init : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %acc: f64):
    %p = arith.mulf %a, %b : f64
    %q = arith.subf %acc, %p : f64
    %r = arith.addf %a, %q : f64
    %s = arith.subf %r, %b : f64
    linalg.yield %s : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func private @pullback(tensor<3x4xf64>, tensor<3x4xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3x4xf64>, tensor<3x4xf64>, tensor<3xf64>) attributes {lagrad.pullback = @generic_subtracting_reduction}
