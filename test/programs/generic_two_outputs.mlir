// Two outputs over one iteration space that share a part of the body.
func.func @generic_two_outputs(%x: tensor<3x2xf64>, %y: tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<3x2xf64>) {
  %e = tensor.empty() : tensor<3x2xf64>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<3x2xf64>, tensor<3x2xf64>) outs(%e, %e : tensor<3x2xf64>, tensor<3x2xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64, %o2: f64):
    %p = arith.mulf %a, %b : f64
    %q = math.sin %p : f64
    %r = arith.mulf %p, %a : f64
    linalg.yield %q, %r : f64, f64
  } -> (tensor<3x2xf64>, tensor<3x2xf64>)
  return %0#0, %0#1 : tensor<3x2xf64>, tensor<3x2xf64>
}
func.func private @pullback(tensor<3x2xf64>, tensor<3x2xf64>, tensor<3x2xf64>, tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<3x2xf64>) attributes {lagrad.pullback = @generic_two_outputs}
