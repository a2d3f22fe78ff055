// A captured active scalar inside a reduction with an active start.
func.func @generic_captured_in_reduction(%x: tensor<5xf64>, %mu: f64) -> f64 {
  %start = math.sin %mu : f64
  %z = tensor.from_elements %start : tensor<f64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<5xf64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %acc: f64):
    %d = arith.subf %a, %mu : f64
    %p = arith.mulf %d, %d : f64
    %s = arith.addf %acc, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %1 = tensor.extract %0[] : tensor<f64>
  return %1 : f64
}
func.func private @gradient(tensor<5xf64>, f64) -> (tensor<5xf64>, f64) attributes {lagrad.gradient = @generic_captured_in_reduction}
