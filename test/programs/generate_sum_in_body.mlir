// Elements that are sums in a tensor of the body, which start at a tensor from outside.
#id = affine_map<(i) -> (i)>
#no = affine_map<(i) -> ()>
func.func @generate_sum_in_body(%x: tensor<3xf64>, %s: tensor<f64>) -> tensor<4xf64> {
  %0 = math.sin %s : tensor<f64>
  %g = tensor.generate {
  ^bb0(%i: index):
    %r = linalg.generic {indexing_maps = [#id, #no], iterator_types = ["reduction"]} ins(%x : tensor<3xf64>) outs(%0 : tensor<f64>) {
    ^bb0(%a: f64, %o: f64):
      %m0 = arith.mulf %a, %a : f64
      %m = arith.addf %m0, %o : f64
      linalg.yield %m : f64
    } -> tensor<f64>
    %v = tensor.extract %r[] : tensor<f64>
    tensor.yield %v : f64
  } : tensor<4xf64>
  return %g : tensor<4xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<f64>, tensor<4xf64>) -> (tensor<3xf64>, tensor<f64>) attributes {lagrad.pullback = @generate_sum_in_body}
