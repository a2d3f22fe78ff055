// A body with an index calls a function whose operation has an index of its own.
#id = affine_map<(i) -> (i)>
#no = affine_map<(i) -> ()>
func.func private @weighted_sum(%x: tensor<3xf64>, %s: f64) -> f64 {
  %z = arith.constant dense<0.0> : tensor<f64>
  %r = linalg.generic {indexing_maps = [#id, #no], iterator_types = ["reduction"]} ins(%x : tensor<3xf64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %o: f64):
    %j = linalg.index 0 : index
    %k = arith.index_cast %j : index to i64
    %f = arith.sitofp %k : i64 to f64
    %m = arith.mulf %a, %f : f64
    %m2 = arith.mulf %m, %s : f64
    %n = arith.addf %o, %m2 : f64
    linalg.yield %n : f64
  } -> tensor<f64>
  %v = tensor.extract %r[] : tensor<f64>
  return %v : f64
}
func.func @generic_calls_with_indices(%x: tensor<3xf64>, %y: tensor<4xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %r = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%y : tensor<4xf64>) outs(%e : tensor<4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %j = linalg.index 0 : index
    %k = arith.index_cast %j : index to i64
    %f = arith.sitofp %k : i64 to f64
    %b = func.call @weighted_sum(%x, %a) : (tensor<3xf64>, f64) -> f64
    %c = arith.addf %b, %f : f64
    linalg.yield %c : f64
  } -> tensor<4xf64>
  return %r : tensor<4xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<3xf64>, tensor<4xf64>) attributes {lagrad.pullback = @generic_calls_with_indices}
