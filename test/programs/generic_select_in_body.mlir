// A rectified chain: the comparison inside the body decides which operand is chosen.
func.func @generic_select_in_body(%x: tensor<6xf64>, %t: f64) -> tensor<6xf64> {
  %e = tensor.empty() : tensor<6xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x : tensor<6xf64>) outs(%e : tensor<6xf64>) {
  ^bb0(%a: f64, %o: f64):
    %c = arith.cmpf ogt, %a, %t : f64
    %p = arith.mulf %a, %t : f64
    %s = arith.select %c, %p, %t : f64
    linalg.yield %s : f64
  } -> tensor<6xf64>
  return %0 : tensor<6xf64>
}
func.func private @pullback(tensor<6xf64>, f64, tensor<6xf64>) -> (tensor<6xf64>, f64) attributes {lagrad.pullback = @generic_select_in_body}
