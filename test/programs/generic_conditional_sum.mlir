// A masked reduction: select between the sum and the unchanged accumulator.
func.func @generic_conditional_sum(%x: tensor<8xf64>, %t: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %z = tensor.from_elements %zero : tensor<f64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%x : tensor<8xf64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %acc: f64):
    %c = arith.cmpf olt, %a, %t : f64
    %q = arith.mulf %a, %a : f64
    %term = arith.select %c, %q, %zero : f64
    %s = arith.addf %acc, %term : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %1 = tensor.extract %0[] : tensor<f64>
  return %1 : f64
}
func.func private @gradient(tensor<8xf64>, f64) -> (tensor<8xf64>, f64) attributes {lagrad.gradient = @generic_conditional_sum}
