// One tensor is both an input and the start value of the reduction.
func.func @generic_init_is_input(%x: tensor<3xf64>, %y: tensor<3x4xf64>) -> tensor<3xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %y : tensor<3xf64>, tensor<3x4xf64>) outs(%x : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %acc: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %acc, %p : f64
    linalg.yield %s : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<3x4xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3x4xf64>) attributes {lagrad.pullback = @generic_init_is_input}
