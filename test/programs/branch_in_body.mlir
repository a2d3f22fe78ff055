// A branch on the data in the body of an elementwise operation.
func.func @branch_in_body(%x: tensor<2x3xf64>, %y: tensor<3xf64>) -> tensor<2x3xf64> {
  %e = tensor.empty() : tensor<2x3xf64>
  %one = arith.constant 1.0 : f64
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %y : tensor<2x3xf64>, tensor<3xf64>) outs(%e : tensor<2x3xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %c = arith.cmpf olt, %a, %one : f64
    %r = scf.if %c -> f64 {
      %1 = arith.mulf %a, %b : f64
      %2 = math.exp %1 : f64
      scf.yield %2 : f64
    } else {
      %1 = arith.divf %b, %a : f64
      scf.yield %1 : f64
    }
    linalg.yield %r : f64
  } -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<3xf64>) attributes {lagrad.pullback = @branch_in_body}
