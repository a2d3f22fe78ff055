// A linalg.map whose body makes tensors.
#id = affine_map<(i) -> (i)>
#no = affine_map<(i) -> ()>
func.func @map_tensors_in_body(%x: tensor<3xf64>, %s: tensor<f64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %0 = math.sin %s : tensor<f64>
  %e = tensor.empty() : tensor<4xf64>
  %g = linalg.map ins(%y : tensor<4xf64>) outs(%e : tensor<4xf64>)
  (%yy: f64, %unused: f64) {
    %t = tensor.from_elements %yy : tensor<f64>
    %r = linalg.generic {indexing_maps = [#id, #no], iterator_types = ["reduction"]} ins(%x : tensor<3xf64>) outs(%0 : tensor<f64>) {
    ^bb0(%a: f64, %o: f64):
      %yy1 = tensor.extract %t[] : tensor<f64>
      %m0 = arith.mulf %a, %yy1 : f64
      %m = arith.addf %m0, %o : f64
      linalg.yield %m : f64
    } -> tensor<f64>
    %v = tensor.extract %r[] : tensor<f64>
    linalg.yield %v : f64
  }
  return %g : tensor<4xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<f64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<3xf64>, tensor<f64>, tensor<4xf64>) attributes {lagrad.pullback = @map_tensors_in_body}
