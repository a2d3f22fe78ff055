// A derivative is stopped inside a linalg body.
func.func @odd_stop_gradient_in_body(%x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %e = tensor.empty() : tensor<3xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<3xf64>, tensor<3xf64>) outs(%e : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %1 = arith.mulf %a, %b : f64
    %2 = "lagrad.stop_gradient"(%1) : (f64) -> f64
    %3 = arith.mulf %2, %1 : f64
    linalg.yield %3 : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) attributes {lagrad.pullback = @odd_stop_gradient_in_body}
