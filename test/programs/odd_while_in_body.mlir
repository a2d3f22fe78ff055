// Every element is iterated upon until it is large: a loop with an open number of trips in a linalg body.
func.func @odd_while_in_body(%x: tensor<2x2xf64>, %s: f64) -> tensor<2x2xf64> {
  %e = tensor.empty() : tensor<2x2xf64>
  %limit = arith.constant 4.0 : f64
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x2xf64>) outs(%e : tensor<2x2xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = scf.while (%p = %a) : (f64) -> f64 {
      %c = arith.cmpf olt, %p, %limit : f64
      scf.condition(%c) %p : f64
    } do {
    ^bb0(%p: f64):
      %2 = arith.mulf %p, %a : f64
      %3 = arith.addf %2, %s : f64
      %4 = arith.addf %3, %p : f64
      scf.yield %4 : f64
    }
    linalg.yield %1 : f64
  } -> tensor<2x2xf64>
  return %0 : tensor<2x2xf64>
}
func.func private @pullback(tensor<2x2xf64>, f64, tensor<2x2xf64>) -> (tensor<2x2xf64>, f64) attributes {lagrad.pullback = @odd_while_in_body}
