// A maximum along each row gives its cotangent to the largest element.
func.func @generic_max_reduction(%x: tensor<3x5xf64>) -> tensor<3xf64> {
  %low = arith.constant -1.0e+300 : f64
  %z = tensor.splat %low : tensor<3xf64>
  %s = math.sin %x : tensor<3x5xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%s : tensor<3x5xf64>) outs(%z : tensor<3xf64>) {
  ^bb0(%a: f64, %acc: f64):
    %m = arith.maximumf %a, %acc : f64
    linalg.yield %m : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func private @pullback(tensor<3x5xf64>, tensor<3xf64>) -> tensor<3x5xf64> attributes {lagrad.pullback = @generic_max_reduction}
