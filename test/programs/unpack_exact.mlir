// Tiles in another order put together to a matrix.
func.func @unpack_exact(%x: tensor<3x2x2x2xf64>) -> tensor<4x6xf64> {
  %e = tensor.empty() : tensor<4x6xf64>
  %0 = linalg.unpack %x outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<3x2x2x2xf64> -> tensor<4x6xf64>
  %1 = math.sin %0 : tensor<4x6xf64>
  return %1 : tensor<4x6xf64>
}
func.func private @pullback(tensor<3x2x2x2xf64>, tensor<4x6xf64>) -> tensor<3x2x2x2xf64> attributes {lagrad.pullback = @unpack_exact}
