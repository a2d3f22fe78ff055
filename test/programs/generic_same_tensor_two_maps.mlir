// A tensor times its own transpose: two maps, one accumulator.
func.func @generic_same_tensor_two_maps(%x: tensor<4xf64>, %m: tensor<4x4xf64>) -> tensor<4x4xf64> {
  %e = tensor.empty() : tensor<4x4xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %x, %m, %m : tensor<4xf64>, tensor<4xf64>, tensor<4x4xf64>, tensor<4x4xf64>) outs(%e : tensor<4x4xf64>) {
  ^bb0(%a: f64, %b: f64, %c: f64, %d: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    %q = arith.mulf %c, %d : f64
    %r = arith.addf %p, %q : f64
    %s = math.sin %r : f64
    linalg.yield %s : f64
  } -> tensor<4x4xf64>
  return %0 : tensor<4x4xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<4x4xf64>, tensor<4x4xf64>) -> (tensor<4xf64>, tensor<4x4xf64>) attributes {lagrad.pullback = @generic_same_tensor_two_maps}
