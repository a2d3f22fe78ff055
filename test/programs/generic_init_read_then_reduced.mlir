// What a generic makes of its init is read again and again by a product: it must be made once.
func.func @generic_init_read_then_reduced(%v: tensor<3xf64>, %m: tensor<3x3xf64>) -> tensor<3xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i, i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%m : tensor<3x3xf64>) outs(%v : tensor<3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = arith.mulf %a, %o : f64
    linalg.yield %1 : f64
  } -> tensor<3xf64>
  %2 = linalg.matvec ins(%m, %0 : tensor<3x3xf64>, tensor<3xf64>) outs(%v : tensor<3xf64>) -> tensor<3xf64>
  return %2 : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<3x3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3x3xf64>) attributes {lagrad.pullback = @generic_init_read_then_reduced}
func.func private @with_primal(tensor<3xf64>, tensor<3x3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3x3xf64>) attributes {lagrad.pullback = @generic_init_read_then_reduced, lagrad.wrt = [1], lagrad.with_primal}
