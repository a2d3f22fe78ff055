// Elements written at pairs of indices.
func.func @scatter_elements(%x: tensor<3x3xf64>, %s: tensor<2xf64>, %i: tensor<2x2xindex> {lagrad.example = dense<[[0, 2], [2, 1]]> : tensor<2x2xindex>}) -> tensor<3x3xf64> {
  %t = tensor.expand_shape %s [[0, 1, 2]] output_shape [2, 1, 1] : tensor<2xf64> into tensor<2x1x1xf64>
  %0 = tensor.scatter %t into %x[%i] scatter_dims([0, 1]) unique : (tensor<2x1x1xf64>, tensor<3x3xf64>, tensor<2x2xindex>) -> tensor<3x3xf64>
  %1 = math.sin %0 : tensor<3x3xf64>
  return %1 : tensor<3x3xf64>
}
func.func private @pullback(tensor<3x3xf64>, tensor<2xf64>, tensor<2x2xindex>, tensor<3x3xf64>) -> (tensor<3x3xf64>, tensor<2xf64>) attributes {lagrad.pullback = @scatter_elements}
