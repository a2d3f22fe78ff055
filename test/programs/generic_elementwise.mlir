// An elementwise generic with a chain of operations in its body.
func.func @generic_elementwise(%x: tensor<3x4xf64>, %y: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %e = tensor.empty() : tensor<3x4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<3x4xf64>, tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %q = math.exp %p : f64
    %r = arith.divf %q, %a : f64
    %s = math.sin %r : f64
    linalg.yield %s : f64
  } -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}
func.func private @pullback(tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>) -> (tensor<3x4xf64>, tensor<3x4xf64>) attributes {lagrad.pullback = @generic_elementwise}
func.func private @d_second(tensor<3x4xf64>, tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64> attributes {lagrad.pullback = @generic_elementwise, lagrad.wrt = [1]}
