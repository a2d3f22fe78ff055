// The pullback of a pullback of elementwise and reducing tensor code.
func.func @request_second_of_tensor(%x: tensor<4xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %z = tensor.from_elements %zero : tensor<f64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<4xf64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %acc: f64):
    %p = math.sin %a : f64
    %q = arith.mulf %p, %a : f64
    %s = arith.addf %acc, %q : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %1 = tensor.extract %0[] : tensor<f64>
  %2 = math.exp %1 : f64
  return %2 : f64
}
func.func private @first(tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.gradient = @request_second_of_tensor}
func.func private @second(tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @first}
