// A mask computed by one operation from active data chooses in the next; both sides are active.
func.func @odd_masked_by_comparison(%x: tensor<2x3xf64>, %y: tensor<3xf64>) -> tensor<2x3xf64> {
  %e = tensor.empty() : tensor<2x3xi1>
  %f = tensor.empty() : tensor<2x3xf64>
  %m = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<2x3xf64>, tensor<3xf64>) outs(%e : tensor<2x3xi1>) {
  ^bb0(%a: f64, %b: f64, %o: i1):
    %c = arith.cmpf olt, %a, %b : f64
    linalg.yield %c : i1
  } -> tensor<2x3xi1>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%m, %x, %y : tensor<2x3xi1>, tensor<2x3xf64>, tensor<3xf64>) outs(%f : tensor<2x3xf64>) {
  ^bb0(%c: i1, %a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %q = math.log %b : f64
    %r = arith.select %c, %p, %q : f64
    linalg.yield %r : f64
  } -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<3xf64>) attributes {lagrad.pullback = @odd_masked_by_comparison}
