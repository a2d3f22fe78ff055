// A tensor without elements has a gradient without elements, next to arguments that have some.
func.func @tensor_without_elements(%x: tensor<0xf64>, %y: f64) -> (f64, tensor<0xf64>) {
  %init = tensor.from_elements %y : tensor<f64>
  %0 = math.exp %x : tensor<0xf64>
  %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%0 : tensor<0xf64>) outs(%init : tensor<f64>) {
  ^bb0(%a: f64, %acc: f64):
    %s = arith.addf %a, %acc : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %2 = tensor.extract %1[] : tensor<f64>
  %3 = arith.mulf %2, %y : f64
  return %3, %0 : f64, tensor<0xf64>
}
func.func private @pullback(tensor<0xf64>, f64, f64, tensor<0xf64>) -> (tensor<0xf64>, f64) attributes {lagrad.pullback = @tensor_without_elements}
