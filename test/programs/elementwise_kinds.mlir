// The elementwise operation of several kinds, with maps that transpose and repeat.
func.func @elementwise_kinds(%x: tensor<2x3xf64>, %y: tensor<3x2xf64>, %v: tensor<3xf64>) -> tensor<2x3xf64> {
  %e = tensor.empty() : tensor<2x3xf64>
  %0 = linalg.elementwise kind=#linalg.elementwise_kind<mul> indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i, j)>] ins(%x, %y : tensor<2x3xf64>, tensor<3x2xf64>) outs(%e : tensor<2x3xf64>) -> tensor<2x3xf64>
  %1 = linalg.elementwise kind=#linalg.elementwise_kind<exp> ins(%0 : tensor<2x3xf64>) outs(%e : tensor<2x3xf64>) -> tensor<2x3xf64>
  %2 = linalg.elementwise kind=#linalg.elementwise_kind<div> indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>] ins(%1, %v : tensor<2x3xf64>, tensor<3xf64>) outs(%e : tensor<2x3xf64>) -> tensor<2x3xf64>
  %3 = linalg.elementwise kind=#linalg.elementwise_kind<sub> ins(%2, %x : tensor<2x3xf64>, tensor<2x3xf64>) outs(%e : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %3 : tensor<2x3xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<3x2xf64>, tensor<3xf64>, tensor<2x3xf64>) -> (tensor<2x3xf64>, tensor<3x2xf64>, tensor<3xf64>) attributes {lagrad.pullback = @elementwise_kinds}
