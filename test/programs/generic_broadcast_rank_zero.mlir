// A tensor of rank zero read at every point.
func.func @generic_broadcast_rank_zero(%s: tensor<f64>, %x: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%s, %x : tensor<f64>, tensor<?xf64>) outs(%x : tensor<?xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = math.powf %b, %a : f64
    linalg.yield %p : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
func.func private @pullback(tensor<f64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<f64>, tensor<?xf64>) attributes {lagrad.pullback = @generic_broadcast_rank_zero}
