// The body of a reduction calls a function that calls another.
func.func private @square(%a: f64) -> f64 {
  %0 = arith.mulf %a, %a : f64
  return %0 : f64
}
func.func private @distance(%a: f64, %b: f64) -> f64 {
  %0 = arith.subf %a, %b : f64
  %1 = call @square(%0) : (f64) -> f64
  return %1 : f64
}
func.func @call_in_reduction_body(%x: tensor<3x2xf64>, %y: tensor<4x2xf64>) -> tensor<3x4xf64> {
  %z = arith.constant dense<0.0> : tensor<3x4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j, k) -> (i, k)>, affine_map<(i, j, k) -> (j, k)>, affine_map<(i, j, k) -> (i, j)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %y : tensor<3x2xf64>, tensor<4x2xf64>) outs(%z : tensor<3x4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %0 = func.call @distance(%a, %b) : (f64, f64) -> f64
    %1 = arith.addf %o, %0 : f64
    linalg.yield %1 : f64
  } -> tensor<3x4xf64>
  %1 = math.sqrt %0 : tensor<3x4xf64>
  return %1 : tensor<3x4xf64>
}
func.func private @pullback(tensor<3x2xf64>, tensor<4x2xf64>, tensor<3x4xf64>) -> (tensor<3x2xf64>, tensor<4x2xf64>) attributes {lagrad.pullback = @call_in_reduction_body}
