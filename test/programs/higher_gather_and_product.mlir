// The second derivative of a lookup in a body and of a product reduction.
func.func @higher_gather_and_product(%x: tensor<4xf64>, %ids: tensor<3xi64> {lagrad.example = dense<[1, 3, 1]> : tensor<3xi64>}) -> f64 {
  %one = arith.constant dense<1.0> : tensor<f64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> ()>], iterator_types = ["reduction"]}
      ins(%ids : tensor<3xi64>) outs(%one : tensor<f64>) {
  ^bb0(%id: i64, %o: f64):
    %k = arith.index_cast %id : i64 to index
    %a = tensor.extract %x[%k] : tensor<4xf64>
    %s = math.sin %a : f64
    %p = arith.mulf %o, %s : f64
    linalg.yield %p : f64
  } -> tensor<f64>
  %1 = tensor.extract %0[] : tensor<f64>
  return %1 : f64
}
func.func private @gradient(tensor<4xf64>, tensor<3xi64>) -> tensor<4xf64> attributes {lagrad.gradient = @higher_gather_and_product}
func.func private @hvp(tensor<4xf64>, tensor<3xi64>, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @gradient}
