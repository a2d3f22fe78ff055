// Two equal largest elements of an argument get half of the cotangent each.
func.func @generic_max_reduction_shares(%x: tensor<4xf64> {lagrad.example = dense<[1.0, 2.0, 2.0, 0.5]> : tensor<4xf64>}) -> f64 {
  %low = arith.constant 0xFFF0000000000000 : f64
  %z = tensor.from_elements %low : tensor<f64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %acc: f64):
    %m = arith.maximumf %a, %acc : f64
    linalg.yield %m : f64
  } -> tensor<f64>
  %1 = tensor.extract %0[] : tensor<f64>
  return %1 : f64
}
func.func private @gradient(tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.gradient = @generic_max_reduction_shares}
