// The elementwise body reads its output operand as if it were an input.
func.func @generic_init_read(%x: tensor<4xf64>, %init: tensor<4xf64>) -> tensor<4xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<4xf64>) outs(%init : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %p = arith.mulf %a, %o : f64
    %q = arith.mulf %p, %o : f64
    linalg.yield %q : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) attributes {lagrad.pullback = @generic_init_read}
