// A running sum through a captured tensor: every element sums those before it.
func.func @output_cumulative(%x: tensor<4xf64>) -> tensor<4xf64> {
  %z = arith.constant dense<0.0> : tensor<4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<4xf64>) outs(%z : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %c = arith.cmpi ule, %j, %i : index
    %p = arith.mulf %a, %a : f64
    %s = arith.addf %o, %p : f64
    %r = arith.select %c, %s, %o : f64
    linalg.yield %r : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @output_cumulative}
