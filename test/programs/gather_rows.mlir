// Rows at given indices, one of them twice.
func.func @gather_rows(%x: tensor<4x2xf64>, %i: tensor<3x1xindex> {lagrad.example = dense<[[2], [0], [2]]> : tensor<3x1xindex>}) -> tensor<3x1x2xf64> {
  %e = math.exp %x : tensor<4x2xf64>
  %0 = tensor.gather %e[%i] gather_dims([0]) : (tensor<4x2xf64>, tensor<3x1xindex>) -> tensor<3x1x2xf64>
  %1 = arith.mulf %0, %0 : tensor<3x1x2xf64>
  return %1 : tensor<3x1x2xf64>
}
func.func private @pullback(tensor<4x2xf64>, tensor<3x1xindex>, tensor<3x1x2xf64>) -> tensor<4x2xf64> attributes {lagrad.pullback = @gather_rows}
