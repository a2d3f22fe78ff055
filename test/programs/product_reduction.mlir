// A product over one dimension: the derivative of each factor is the product of the others.
func.func @product_reduction(%x: tensor<2x4xf64>) -> tensor<2xf64> {
  %one = arith.constant dense<1.0> : tensor<2xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<2x4xf64>) outs(%one : tensor<2xf64>) {
  ^bb0(%a: f64, %o: f64):
    %s = math.sin %a : f64
    %p = arith.mulf %o, %s : f64
    linalg.yield %p : f64
  } -> tensor<2xf64>
  return %0 : tensor<2xf64>
}
func.func private @pullback(tensor<2x4xf64>, tensor<2xf64>) -> tensor<2x4xf64> attributes {lagrad.pullback = @product_reduction}
