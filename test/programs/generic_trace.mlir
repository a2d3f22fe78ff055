// The trace of a product: one tensor read along the diagonal, another everywhere.
func.func @generic_trace(%x: tensor<3x3xf64>, %y: tensor<3x5xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %z = tensor.from_elements %zero : tensor<f64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, i)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x, %y : tensor<3x3xf64>, tensor<3x5xf64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %acc: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %acc, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %1 = tensor.extract %0[] : tensor<f64>
  return %1 : f64
}
func.func private @gradient(tensor<3x3xf64>, tensor<3x5xf64>) -> (tensor<3x3xf64>, tensor<3x5xf64>) attributes {lagrad.gradient = @generic_trace}
