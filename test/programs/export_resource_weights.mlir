// Weights in a resource block at the end of the file.
func.func @export_resource_weights(%x: tensor<?x2xf64>) -> tensor<?x3xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %w = arith.constant dense_resource<weights> : tensor<2x3xf64>
  %b = arith.constant dense_resource<bias> : tensor<3xf64>
  %n = tensor.dim %x, %c0 : tensor<?x2xf64>
  %e = tensor.empty(%n) : tensor<?x3xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?x3xf64>) -> tensor<?x3xf64>
  %0 = linalg.matmul ins(%x, %w : tensor<?x2xf64>, tensor<2x3xf64>) outs(%z : tensor<?x3xf64>) -> tensor<?x3xf64>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%0, %b : tensor<?x3xf64>, tensor<3xf64>) outs(%e : tensor<?x3xf64>) {
  ^bb0(%a: f64, %c: f64, %o: f64):
    %s = arith.addf %a, %c : f64
    %t = math.tanh %s : f64
    linalg.yield %t : f64
  } -> tensor<?x3xf64>
  return %1 : tensor<?x3xf64>
}
func.func private @pullback(tensor<?x2xf64>, tensor<?x3xf64>) -> tensor<?x2xf64> attributes {lagrad.pullback = @export_resource_weights}
{-#
  dialect_resources: {
    builtin: {
      weights: "0x08000000000000000000E03F000000000000F03F000000000000F83F000000000000D0BF00000000000000400000000000000840",
      bias: "0x08000000000000000000F03F000000000000E0BF0000000000000040"
    }
  }
#-}
