// Only one of two dimensions is cut into tiles.
func.func @pack_one_dimension(%x: tensor<2x6xf64>) -> tensor<2x2x3xf64> {
  %e = tensor.empty() : tensor<2x2x3xf64>
  %0 = linalg.pack %x inner_dims_pos = [1] inner_tiles = [3] into %e : tensor<2x6xf64> -> tensor<2x2x3xf64>
  %1 = arith.mulf %0, %0 : tensor<2x2x3xf64>
  return %1 : tensor<2x2x3xf64>
}
func.func private @pullback(tensor<2x6xf64>, tensor<2x2x3xf64>) -> tensor<2x6xf64> attributes {lagrad.pullback = @pack_one_dimension}
