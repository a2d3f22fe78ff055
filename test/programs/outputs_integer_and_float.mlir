// One operation counts and sums; the count weighs the sum.
func.func @outputs_integer_and_float(%x: tensor<2x4xf64>) -> tensor<2xf64> {
  %z = arith.constant dense<0.0> : tensor<2xf64>
  %none = arith.constant dense<0> : tensor<2xi32>
  %one = arith.constant 1.0 : f64
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x4xf64>) outs(%z, %none : tensor<2xf64>, tensor<2xi32>) {
  ^bb0(%a: f64, %o: f64, %k: i32):
    %c = arith.cmpf ogt, %a, %one : f64
    %i = arith.extui %c : i1 to i32
    %l = arith.addi %k, %i : i32
    %p = arith.mulf %a, %a : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s, %l : f64, i32
  } -> (tensor<2xf64>, tensor<2xi32>)
  %1 = arith.sitofp %0#1 : tensor<2xi32> to tensor<2xf64>
  %2 = arith.mulf %1, %0#0 : tensor<2xf64>
  return %2 : tensor<2xf64>
}
func.func private @pullback(tensor<2x4xf64>, tensor<2xf64>) -> tensor<2x4xf64> attributes {lagrad.pullback = @outputs_integer_and_float}
