// The body of a generic works on slices and whole tensors.
func.func @odd_slices_in_body(%a: tensor<3x4xf64>, %w: tensor<4xf64>) -> tensor<3xf64> {
  %e = tensor.empty() : tensor<3xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]} outs(%e : tensor<3xf64>) {
  ^bb0(%o: f64):
    %i = linalg.index 0 : index
    %row = tensor.extract_slice %a[%i, 0] [1, 4] [1, 1] : tensor<3x4xf64> to tensor<4xf64>
    %z = arith.constant dense<0.0> : tensor<f64>
    %d = linalg.dot ins(%row, %w : tensor<4xf64>, tensor<4xf64>) outs(%z : tensor<f64>) -> tensor<f64>
    %v = tensor.extract %d[] : tensor<f64>
    %s = math.sin %v : f64
    linalg.yield %s : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}
func.func private @pullback(tensor<3x4xf64>, tensor<4xf64>, tensor<3xf64>) -> (tensor<3x4xf64>, tensor<4xf64>) attributes {lagrad.pullback = @odd_slices_in_body}
