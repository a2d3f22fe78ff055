// An integer tensor among the inputs has no gradient but takes part in the body.
func.func @generic_integer_input(%n: tensor<4xi32>, %x: tensor<4xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%n, %x : tensor<4xi32>, tensor<4xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%k: i32, %a: f64, %o: f64):
    %p = math.fpowi %a, %k : f64, i32
    linalg.yield %p : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func private @pullback(tensor<4xi32>, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @generic_integer_input}
