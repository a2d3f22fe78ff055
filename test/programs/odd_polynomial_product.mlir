// The output's map adds two dimensions: the coefficients of a product of polynomials.
func.func @odd_polynomial_product(%x: tensor<3xf64>, %y: tensor<4xf64>) -> tensor<6xf64> {
  %z = arith.constant dense<0.0> : tensor<6xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i + j)>], iterator_types = ["reduction", "reduction"]}
      ins(%x, %y : tensor<3xf64>, tensor<4xf64>) outs(%z : tensor<6xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %s = arith.addf %o, %p : f64
    linalg.yield %s : f64
  } -> tensor<6xf64>
  %1 = math.sin %0 : tensor<6xf64>
  return %1 : tensor<6xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<4xf64>, tensor<6xf64>) -> (tensor<3xf64>, tensor<4xf64>) attributes {lagrad.pullback = @odd_polynomial_product}
