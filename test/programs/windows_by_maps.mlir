// Sums over windows written with maps that add two dimensions, with a weight for each place.
func.func @windows_by_maps(%x: tensor<7xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %z = arith.constant dense<0.0> : tensor<3xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, k) -> (2 * i + k)>, affine_map<(i, k) -> (k)>, affine_map<(i, k) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %w : tensor<7xf64>, tensor<3xf64>) outs(%z : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %s = math.sin %a : f64
    %p = arith.mulf %s, %b : f64
    %r = arith.addf %o, %p : f64
    linalg.yield %r : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func private @pullback(tensor<7xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<7xf64>, tensor<3xf64>) attributes {lagrad.pullback = @windows_by_maps}
