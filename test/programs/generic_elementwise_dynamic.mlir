// The same on a tensor of unknown size, made with the sizes of its argument.
func.func @generic_elementwise_dynamic(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %m = tensor.dim %x, %c1 : tensor<?x?xf64>
  %e = tensor.empty(%n, %m) : tensor<?x?xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<?x?xf64>) outs(%e : tensor<?x?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %p = arith.mulf %a, %a : f64
    %q = math.log %p : f64
    linalg.yield %q : f64
  } -> tensor<?x?xf64>
  return %0 : tensor<?x?xf64>
}
func.func private @pullback(tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64> attributes {lagrad.pullback = @generic_elementwise_dynamic}
