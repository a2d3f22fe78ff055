// Averages over windows of an image of dynamic size.
func.func @pooling_sum_dynamic(%x: tensor<1x?x?x2xf64>) -> tensor<1x?x?x2xf64> {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %quarter = arith.constant 0.25 : f64
  %h = tensor.dim %x, %c1 : tensor<1x?x?x2xf64>
  %v = tensor.dim %x, %c2 : tensor<1x?x?x2xf64>
  %h2 = arith.divui %h, %c2 : index
  %v2 = arith.divui %v, %c2 : index
  %e = tensor.empty(%h2, %v2) : tensor<1x?x?x2xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<1x?x?x2xf64>) -> tensor<1x?x?x2xf64>
  %w = tensor.empty() : tensor<2x2xf64>
  %0 = linalg.pooling_nhwc_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%x, %w : tensor<1x?x?x2xf64>, tensor<2x2xf64>) outs(%z : tensor<1x?x?x2xf64>) -> tensor<1x?x?x2xf64>
  %1 = linalg.generic {indexing_maps = [affine_map<(n, i, j, c) -> (n, i, j, c)>, affine_map<(n, i, j, c) -> (n, i, j, c)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0 : tensor<1x?x?x2xf64>) outs(%e : tensor<1x?x?x2xf64>) {
  ^bb0(%a: f64, %o: f64):
    %m = arith.mulf %a, %quarter : f64
    %p = arith.mulf %m, %m : f64
    linalg.yield %p : f64
  } -> tensor<1x?x?x2xf64>
  return %1 : tensor<1x?x?x2xf64>
}
func.func private @pullback(tensor<1x?x?x2xf64>, tensor<1x?x?x2xf64>) -> tensor<1x?x?x2xf64> attributes {lagrad.pullback = @pooling_sum_dynamic}
