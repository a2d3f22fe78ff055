// The body computes with the iteration's own indices.
func.func @generic_index(%x: tensor<3x4xf64>) -> tensor<3x4xf64> {
  %e = tensor.empty() : tensor<3x4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %below = arith.cmpi ult, %j, %i : index
    %k = arith.addi %i, %j : index
    %n = arith.index_cast %k : index to i64
    %f = arith.sitofp %n : i64 to f64
    %p = arith.mulf %a, %f : f64
    %q = arith.mulf %p, %a : f64
    %s = arith.select %below, %q, %a : f64
    linalg.yield %s : f64
  } -> tensor<3x4xf64>
  return %0 : tensor<3x4xf64>
}
func.func private @pullback(tensor<3x4xf64>, tensor<3x4xf64>) -> tensor<3x4xf64> attributes {lagrad.pullback = @generic_index}
