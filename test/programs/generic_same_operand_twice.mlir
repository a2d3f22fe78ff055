// The same tensor twice with the same map: dot(x, x).
func.func @generic_same_operand_twice(%x: tensor<5xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %z = tensor.from_elements %zero : tensor<f64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x, %x : tensor<5xf64>, tensor<5xf64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %b: f64, %acc: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %acc, %p : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %1 = tensor.extract %0[] : tensor<f64>
  return %1 : f64
}
func.func private @pullback(tensor<5xf64>, f64) -> tensor<5xf64> attributes {lagrad.pullback = @generic_same_operand_twice}
