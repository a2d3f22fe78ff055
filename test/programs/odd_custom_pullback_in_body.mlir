// The body of an elementwise operation calls a function that brings its own pullback.
func.func private @hinge(%a: f64) -> f64 attributes {lagrad.custom_pullback = @hinge_pullback} {
  %one = arith.constant 1.0 : f64
  %0 = arith.maximumf %a, %one : f64
  return %0 : f64
}
func.func private @hinge_pullback(%a: f64, %ct: f64) -> f64 {
  %leak = arith.constant 0.25 : f64
  %one = arith.constant 1.0 : f64
  %c = arith.cmpf ogt, %a, %one : f64
  %0 = arith.mulf %ct, %leak : f64
  %1 = arith.select %c, %ct, %0 : f64
  return %1 : f64
}
func.func @odd_custom_pullback_in_body(%x: tensor<4xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x, %y : tensor<4xf64>, tensor<4xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %1 = arith.mulf %a, %b : f64
    %2 = func.call @hinge(%1) : (f64) -> f64
    %3 = arith.mulf %2, %a : f64
    linalg.yield %3 : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>) attributes {lagrad.pullback = @odd_custom_pullback_in_body}
