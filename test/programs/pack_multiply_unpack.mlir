// Packed, multiplied in tiles, unpacked again.
func.func @pack_multiply_unpack(%x: tensor<4x6xf64>, %y: tensor<2x6xf64>) -> tensor<4x2xf64> {
  %e = tensor.empty() : tensor<2x3x2x2xf64>
  %f = tensor.empty() : tensor<1x3x2x2xf64>
  %z = arith.constant dense<0.0> : tensor<2x1x2x2xf64>
  %r = tensor.empty() : tensor<4x2xf64>
  %0 = linalg.pack %x inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<4x6xf64> -> tensor<2x3x2x2xf64>
  %1 = linalg.pack %y inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %f : tensor<2x6xf64> -> tensor<1x3x2x2xf64>
  %2 = linalg.mmt4d ins(%0, %1 : tensor<2x3x2x2xf64>, tensor<1x3x2x2xf64>) outs(%z : tensor<2x1x2x2xf64>) -> tensor<2x1x2x2xf64>
  %3 = linalg.unpack %2 inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %r : tensor<2x1x2x2xf64> -> tensor<4x2xf64>
  return %3 : tensor<4x2xf64>
}
func.func private @pullback(tensor<4x6xf64>, tensor<2x6xf64>, tensor<4x2xf64>) -> (tensor<4x6xf64>, tensor<2x6xf64>) attributes {lagrad.pullback = @pack_multiply_unpack}
