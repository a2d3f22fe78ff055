// The largest element of each row and its place, in one operation.
func.func @argmax_pair(%x: tensor<2x4xf64>) -> (tensor<2xf64>, tensor<2xi64>) {
  %low = arith.constant dense<0xFFF0000000000000> : tensor<2xf64>
  %none = arith.constant dense<0> : tensor<2xi64>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x4xf64>) outs(%low, %none : tensor<2xf64>, tensor<2xi64>) {
  ^bb0(%a: f64, %o: f64, %p: i64):
    %j = linalg.index 1 : index
    %n = arith.index_cast %j : index to i64
    %c = arith.cmpf ogt, %a, %o : f64
    %v = arith.select %c, %a, %o : f64
    %k = arith.select %c, %n, %p : i64
    linalg.yield %v, %k : f64, i64
  } -> (tensor<2xf64>, tensor<2xi64>)
  %1 = arith.mulf %0#0, %0#0 : tensor<2xf64>
  return %1, %0#1 : tensor<2xf64>, tensor<2xi64>
}
func.func private @pullback(tensor<2x4xf64>, tensor<2xf64>) -> tensor<2x4xf64> attributes {lagrad.pullback = @argmax_pair}
