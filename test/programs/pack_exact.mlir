// A matrix cut into tiles, tiles in another order.
func.func @pack_exact(%x: tensor<4x6xf64>) -> tensor<3x2x2x2xf64> {
  %e = tensor.empty() : tensor<3x2x2x2xf64>
  %s = math.exp %x : tensor<4x6xf64>
  %0 = linalg.pack %s outer_dims_perm = [1, 0] inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<4x6xf64> -> tensor<3x2x2x2xf64>
  %1 = arith.mulf %0, %0 : tensor<3x2x2x2xf64>
  return %1 : tensor<3x2x2x2xf64>
}
func.func private @pullback(tensor<4x6xf64>, tensor<3x2x2x2xf64>) -> tensor<4x6xf64> attributes {lagrad.pullback = @pack_exact}
