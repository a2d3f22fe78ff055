// A lookup of a captured tensor at indices that are data, one of them twice: the adjoint is a scatter-add.
func.func @gather_in_body(%table: tensor<5x2xf64>, %ids: tensor<3xi32> {lagrad.example = dense<[4, 1, 4]> : tensor<3xi32>}, %w: tensor<3xf64>) -> tensor<3x2xf64> {
  %e = tensor.empty() : tensor<3x2xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%ids, %w : tensor<3xi32>, tensor<3xf64>) outs(%e : tensor<3x2xf64>) {
  ^bb0(%id: i32, %s: f64, %o: f64):
    %r = arith.index_cast %id : i32 to index
    %c = linalg.index 1 : index
    %a = tensor.extract %table[%r, %c] : tensor<5x2xf64>
    %p = arith.mulf %a, %s : f64
    %q = arith.mulf %p, %a : f64
    linalg.yield %q : f64
  } -> tensor<3x2xf64>
  return %0 : tensor<3x2xf64>
}
func.func private @pullback(tensor<5x2xf64>, tensor<3xi32>, tensor<3xf64>, tensor<3x2xf64>) -> (tensor<5x2xf64>, tensor<3xf64>) attributes {lagrad.pullback = @gather_in_body}
