// Of two outputs only one is used; the other asks for no adjoint.
func.func @generic_one_output_unused(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<4xf64>, tensor<4xf64>) outs(%e, %e : tensor<4xf64>, tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64, %o2: f64):
    %p = math.exp %a : f64
    %q = arith.mulf %a, %b : f64
    linalg.yield %p, %q : f64, f64
  } -> (tensor<4xf64>, tensor<4xf64>)
  return %0#1 : tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) attributes {lagrad.pullback = @generic_one_output_unused}
