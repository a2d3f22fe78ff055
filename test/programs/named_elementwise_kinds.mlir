// linalg.elementwise with a broadcasting map.
func.func @named_elementwise_kinds(%x: tensor<3x4xf64>, %y: tensor<4xf64>) -> tensor<3x4xf64> {
  %e = tensor.empty() : tensor<3x4xf64>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%x : tensor<3x4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<mul>
      indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>]
      ins(%0, %y : tensor<3x4xf64>, tensor<4xf64>) outs(%e : tensor<3x4xf64>) -> tensor<3x4xf64>
  return %1 : tensor<3x4xf64>
}
func.func private @pullback(tensor<3x4xf64>, tensor<4xf64>, tensor<3x4xf64>) -> (tensor<3x4xf64>, tensor<4xf64>) attributes {lagrad.pullback = @named_elementwise_kinds}
