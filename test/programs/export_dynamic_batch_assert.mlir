// Sizes that must agree are asserted before the work, as exporters do for dynamic batches.
func.func @export_dynamic_batch_assert(%x: tensor<?x2xf64>, %y: tensor<?x2xf64>) -> tensor<?x2xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x2xf64>
  %m = tensor.dim %y, %c0 : tensor<?x2xf64>
  %same = arith.cmpi eq, %n, %m : index
  cf.assert %same, "mismatched size for broadcast"
  %e = tensor.empty(%n) : tensor<?x2xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<?x2xf64>, tensor<?x2xf64>) outs(%e : tensor<?x2xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %s = math.sin %p : f64
    linalg.yield %s : f64
  } -> tensor<?x2xf64>
  return %0 : tensor<?x2xf64>
}
func.func private @pullback(tensor<?x2xf64>, tensor<?x2xf64>, tensor<?x2xf64>) -> (tensor<?x2xf64>, tensor<?x2xf64>) attributes {lagrad.pullback = @export_dynamic_batch_assert}
