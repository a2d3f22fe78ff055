// A scalar given as an operand rather than captured.
func.func @generic_scalar_operand(%s: f64, %x: tensor<4xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> ()>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%s, %x : f64, tensor<4xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.divf %b, %a : f64
    linalg.yield %p : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func private @pullback(f64, tensor<4xf64>, tensor<4xf64>) -> (f64, tensor<4xf64>) attributes {lagrad.pullback = @generic_scalar_operand}
