// The ties of a maximum share its cotangent equally.
func.func @generic_max_reduction_ties(%x: tensor<3xf64>, %y: f64) -> f64 {
  %low = arith.constant -1.0e+300 : f64
  %z = tensor.from_elements %low : tensor<f64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = tensor.insert %y into %x[%c0] : tensor<3xf64>
  %1 = tensor.insert %y into %0[%c1] : tensor<3xf64>
  %2 = tensor.insert %y into %1[%c2] : tensor<3xf64>
  %3 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%2 : tensor<3xf64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %acc: f64):
    %m = arith.maximumf %acc, %a : f64
    linalg.yield %m : f64
  } -> tensor<f64>
  %4 = tensor.extract %3[] : tensor<f64>
  %5 = arith.mulf %4, %4 : f64
  return %5 : f64
}
func.func private @pullback(tensor<3xf64>, f64, f64) -> (tensor<3xf64>, f64) attributes {lagrad.pullback = @generic_max_reduction_ties}
