// The body looks up a tensor that is also an input with a map of its own: two ways into one adjoint.
func.func @gather_of_output(%x: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %e = tensor.empty() : tensor<3x3xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x : tensor<3x3xf64>) outs(%e : tensor<3x3xf64>) {
  ^bb0(%b: f64, %o: f64):
    %i = linalg.index 0 : index
    %a = tensor.extract %x[%i, %i] : tensor<3x3xf64>
    %p = arith.divf %b, %a : f64
    linalg.yield %p : f64
  } -> tensor<3x3xf64>
  return %0 : tensor<3x3xf64>
}
func.func private @pullback(tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64> attributes {lagrad.pullback = @gather_of_output}
