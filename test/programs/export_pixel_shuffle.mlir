// Channels that become pixels, by reshapes and a transposition.
func.func @export_pixel_shuffle(%x: tensor<1x4x2x3xf64>) -> tensor<1x1x4x6xf64> {
  %e = tensor.expand_shape %x [[0], [1, 2, 3], [4], [5]] output_shape [1, 1, 2, 2, 2, 3] : tensor<1x4x2x3xf64> into tensor<1x1x2x2x2x3xf64>
  %em = tensor.empty() : tensor<1x1x2x2x3x2xf64>
  %t = linalg.transpose ins(%e : tensor<1x1x2x2x2x3xf64>) outs(%em : tensor<1x1x2x2x3x2xf64>) permutation = [0, 1, 4, 2, 5, 3]
  %c = tensor.collapse_shape %t [[0], [1], [2, 3], [4, 5]] : tensor<1x1x2x2x3x2xf64> into tensor<1x1x4x6xf64>
  %s = math.sin %c : tensor<1x1x4x6xf64>
  return %s : tensor<1x1x4x6xf64>
}
func.func private @pullback(tensor<1x4x2x3xf64>, tensor<1x1x4x6xf64>) -> tensor<1x4x2x3xf64> attributes {lagrad.pullback = @export_pixel_shuffle}
