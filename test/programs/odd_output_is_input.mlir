// One tensor is input and start value of the same operation, and is used again afterwards.
func.func @odd_output_is_input(%x: tensor<3x3xf64>) -> tensor<3x3xf64> {
  %0 = linalg.matmul ins(%x, %x : tensor<3x3xf64>, tensor<3x3xf64>) outs(%x : tensor<3x3xf64>) -> tensor<3x3xf64>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<3x3xf64>) outs(%0 : tensor<3x3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %p = arith.mulf %a, %o : f64
    linalg.yield %p : f64
  } -> tensor<3x3xf64>
  %2 = arith.addf %1, %x : tensor<3x3xf64>
  return %2 : tensor<3x3xf64>
}
func.func private @pullback(tensor<3x3xf64>, tensor<3x3xf64>) -> tensor<3x3xf64> attributes {lagrad.pullback = @odd_output_is_input}
