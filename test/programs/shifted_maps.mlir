// A tensor is read through a map with a constant: a shifted difference of squares.
func.func @shifted_maps(%x: tensor<5xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %e = tensor.empty() : tensor<3xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i + 2)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%y, %x : tensor<3xf64>, tensor<5xf64>) outs(%e : tensor<3xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %a : f64
    %q = arith.mulf %b, %b : f64
    %r = arith.subf %q, %p : f64
    %s = arith.mulf %r, %a : f64
    linalg.yield %s : f64
  } -> tensor<3xf64>
  return %0 : tensor<3xf64>
}
func.func private @pullback(tensor<5xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<5xf64>, tensor<3xf64>) attributes {lagrad.pullback = @shifted_maps}
