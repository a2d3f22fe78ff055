// A body that writes to a tensor of its own, which starts at one from outside.
#id = affine_map<(i) -> (i)>
#no = affine_map<(i) -> ()>
func.func @generic_product_in_body(%x: tensor<3xf64>, %s: tensor<f64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = math.sin %s : tensor<f64>
  %g = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%y : tensor<4xf64>) outs(%y : tensor<4xf64>) {
  ^bb0(%yy: f64, %oo: f64):
    %r = linalg.generic {indexing_maps = [#id, #no], iterator_types = ["reduction"]} ins(%x : tensor<3xf64>) outs(%0 : tensor<f64>) {
    ^bb0(%a: f64, %o: f64):
      %m0 = arith.mulf %a, %yy : f64
      %m = arith.addf %m0, %o : f64
      linalg.yield %m : f64
    } -> tensor<f64>
    %v = tensor.extract %r[] : tensor<f64>
    linalg.yield %v : f64
  } -> tensor<4xf64>
  return %g : tensor<4xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<f64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<3xf64>, tensor<f64>, tensor<4xf64>) attributes {lagrad.pullback = @generic_product_in_body}
