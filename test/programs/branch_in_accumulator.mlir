// A branch yields the accumulator itself on one side: elements below a bound are left out of the sum.
func.func @branch_in_accumulator(%x: tensor<2x4xf64>, %init: tensor<2xf64>) -> tensor<2xf64> {
  %one = arith.constant 1.0 : f64
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x4xf64>) outs(%init : tensor<2xf64>) {
  ^bb0(%a: f64, %o: f64):
    %c = arith.cmpf ogt, %a, %one : f64
    %r = scf.if %c -> f64 {
      %p = arith.mulf %a, %a : f64
      %t = arith.addf %o, %p : f64
      scf.yield %t : f64
    } else {
      scf.yield %o : f64
    }
    linalg.yield %r : f64
  } -> tensor<2xf64>
  return %0 : tensor<2xf64>
}
func.func private @pullback(tensor<2x4xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<2x4xf64>, tensor<2xf64>) attributes {lagrad.pullback = @branch_in_accumulator}
