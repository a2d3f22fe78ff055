// A weighted sum over a transposed map, the weights made from the indices.
func.func @generic_index_reduction(%x: tensor<?x?xf64>) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %z = tensor.from_elements %zero : tensor<f64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%x : tensor<?x?xf64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %acc: f64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %f = arith.uitofp %n : i64 to f64
    %p = math.powf %a, %f : f64
    %s = arith.addf %acc, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  return %0 : tensor<f64>
}
func.func private @pullback(tensor<?x?xf64>, tensor<f64>) -> tensor<?x?xf64> attributes {lagrad.pullback = @generic_index_reduction}
