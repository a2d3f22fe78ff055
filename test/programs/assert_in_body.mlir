// An assertion in a linalg body checks an index before a gather, as exporters write it.
func.func @assert_in_body(%table: tensor<4x2xf64>, %ids: tensor<3xi64> {lagrad.example = dense<[2, 0, 2]> : tensor<3xi64>}) -> tensor<3x2xf64> {
  %e = tensor.empty() : tensor<3x2xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%ids : tensor<3xi64>) outs(%e : tensor<3x2xf64>) {
  ^bb0(%id: i64, %o: f64):
    %size = arith.constant 4 : i64
    %least = arith.constant 0 : i64
    %low = arith.cmpi slt, %id, %size : i64
    cf.assert %low, "index smaller than the dimension"
    %high = arith.cmpi sge, %id, %least : i64
    cf.assert %high, "index not negative"
    %r = arith.index_cast %id : i64 to index
    %c = linalg.index 1 : index
    %a = tensor.extract %table[%r, %c] : tensor<4x2xf64>
    %b = arith.mulf %a, %a : f64
    linalg.yield %b : f64
  } -> tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}
func.func private @pullback(tensor<4x2xf64>, tensor<3xi64>, tensor<3x2xf64>) -> tensor<4x2xf64> attributes {lagrad.pullback = @assert_in_body}
