// Padding that a sum in the body of the tensor.pad computes.
#id = affine_map<(i) -> (i)>
#no = affine_map<(i) -> ()>
func.func @pad_computed_by_sums(%x: tensor<3xf64>, %s: tensor<f64>) -> tensor<8xf64> {
  %0 = math.sin %s : tensor<f64>
  %g = tensor.pad %x low[2] high[3] {
  ^bb0(%i: index):
    %r = linalg.generic {indexing_maps = [#id, #no], iterator_types = ["reduction"]} ins(%x : tensor<3xf64>) outs(%0 : tensor<f64>) {
    ^bb0(%a: f64, %o: f64):
      %m0 = arith.mulf %a, %a : f64
      %m = arith.addf %m0, %o : f64
      linalg.yield %m : f64
    } -> tensor<f64>
    %v = tensor.extract %r[] : tensor<f64>
    tensor.yield %v : f64
  } : tensor<3xf64> to tensor<8xf64>
  return %g : tensor<8xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<f64>, tensor<8xf64>) -> (tensor<3xf64>, tensor<f64>) attributes {lagrad.pullback = @pad_computed_by_sums}
