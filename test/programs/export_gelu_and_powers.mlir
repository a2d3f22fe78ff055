// The error function, integer and real powers, log1p and a reciprocal square root, elementwise.
func.func @export_gelu_and_powers(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>) -> tensor<2x3xf64> {
  %half = arith.constant 0.5 : f64
  %one = arith.constant 1.0 : f64
  %root = arith.constant 1.4142135623730951 : f64
  %three = arith.constant 3 : i64
  %e = tensor.empty() : tensor<2x3xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<2x3xf64>) outs(%e : tensor<2x3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = arith.divf %a, %root : f64
    %2 = math.erf %1 : f64
    %3 = arith.addf %2, %one : f64
    %4 = arith.mulf %3, %half : f64
    %5 = arith.mulf %a, %4 : f64
    linalg.yield %5 : f64
  } -> tensor<2x3xf64>
  %6 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%0, %y : tensor<2x3xf64>, tensor<2x3xf64>) outs(%e : tensor<2x3xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %1 = math.fpowi %a, %three : f64, i64
    %2 = math.powf %a, %b : f64
    %3 = math.log1p %b : f64
    %4 = math.rsqrt %b : f64
    %5 = arith.mulf %1, %2 : f64
    %7 = arith.mulf %3, %4 : f64
    %8 = arith.addf %5, %7 : f64
    linalg.yield %8 : f64
  } -> tensor<2x3xf64>
  return %6 : tensor<2x3xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<2x3xf64>) attributes {lagrad.pullback = @export_gelu_and_powers}
