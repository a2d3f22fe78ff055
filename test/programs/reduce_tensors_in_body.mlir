// A linalg.reduce whose body makes a tensor for each element.
#id = affine_map<(i) -> (i)>
#no = affine_map<(i) -> ()>
func.func @reduce_tensors_in_body(%x: tensor<3xf64>, %s: tensor<f64>, %y: tensor<4xf64>) -> tensor<f64> {
  %0 = math.sin %s : tensor<f64>
  %g = linalg.reduce ins(%y : tensor<4xf64>) outs(%s : tensor<f64>) dimensions = [0]
  (%yy: f64, %acc: f64) {
    %r = linalg.generic {indexing_maps = [#id, #no], iterator_types = ["reduction"]} ins(%x : tensor<3xf64>) outs(%0 : tensor<f64>) {
    ^bb0(%a: f64, %o: f64):
      %m0 = arith.mulf %a, %yy : f64
      %m = arith.addf %m0, %o : f64
      linalg.yield %m : f64
    } -> tensor<f64>
    %v = tensor.extract %r[] : tensor<f64>
    %sum = arith.addf %acc, %v : f64
    linalg.yield %sum : f64
  }
  return %g : tensor<f64>
}
func.func private @pullback(tensor<3xf64>, tensor<f64>, tensor<4xf64>, tensor<f64>) -> (tensor<3xf64>, tensor<f64>, tensor<4xf64>) attributes {lagrad.pullback = @reduce_tensors_in_body}
