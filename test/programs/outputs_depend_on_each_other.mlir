// A maximum and the sum of exponentials relative to it, in one pass over the data.
func.func @outputs_depend_on_each_other(%x: tensor<2x3xf64>) -> tensor<2xf64> {
  %low = arith.constant dense<-1.0e30> : tensor<2xf64>
  %z = arith.constant dense<0.0> : tensor<2xf64>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x3xf64>) outs(%low, %z : tensor<2xf64>, tensor<2xf64>) {
  ^bb0(%a: f64, %m: f64, %s: f64):
    %n = arith.maximumf %m, %a : f64
    %d = arith.subf %m, %n : f64
    %e = math.exp %d : f64
    %t = arith.mulf %s, %e : f64
    %f = arith.subf %a, %n : f64
    %g = math.exp %f : f64
    %u = arith.addf %t, %g : f64
    linalg.yield %n, %u : f64, f64
  } -> (tensor<2xf64>, tensor<2xf64>)
  %1 = math.log %0#1 : tensor<2xf64>
  %2 = arith.addf %1, %0#0 : tensor<2xf64>
  return %2 : tensor<2xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<2xf64>) -> tensor<2x3xf64> attributes {lagrad.pullback = @outputs_depend_on_each_other}
