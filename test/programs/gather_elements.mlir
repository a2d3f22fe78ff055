// Elements at pairs of indices, into a tensor without the gathered dimensions.
func.func @gather_elements(%x: tensor<3x4xf64>, %i: tensor<2x2x2xindex> {lagrad.example = dense<[[[0, 1], [2, 3]], [[0, 1], [1, 0]]]> : tensor<2x2x2xindex>}) -> tensor<2x2xf64> {
  %0 = tensor.gather %x[%i] gather_dims([0, 1]) : (tensor<3x4xf64>, tensor<2x2x2xindex>) -> tensor<2x2xf64>
  %1 = math.sin %0 : tensor<2x2xf64>
  return %1 : tensor<2x2xf64>
}
func.func private @pullback(tensor<3x4xf64>, tensor<2x2x2xindex>, tensor<2x2xf64>) -> tensor<3x4xf64> attributes {lagrad.pullback = @gather_elements}
