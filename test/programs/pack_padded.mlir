// Tiles that reach over the border, filled with an active value.
func.func @pack_padded(%x: tensor<3x5xf64>, %v: f64) -> tensor<2x2x4x2xf64> {
  %e = tensor.empty() : tensor<2x2x4x2xf64>
  %0 = linalg.pack %x padding_value(%v : f64) inner_dims_pos = [1, 0] inner_tiles = [4, 2] into %e : tensor<3x5xf64> -> tensor<2x2x4x2xf64>
  %1 = math.sin %0 : tensor<2x2x4x2xf64>
  return %1 : tensor<2x2x4x2xf64>
}
func.func private @pullback(tensor<3x5xf64>, f64, tensor<2x2x4x2xf64>) -> (tensor<3x5xf64>, f64) attributes {lagrad.pullback = @pack_padded}
