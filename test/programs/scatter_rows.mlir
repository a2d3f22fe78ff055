// Rows written at given, different indices; the rows they replace have no derivative.
func.func @scatter_rows(%x: tensor<4x2xf64>, %s: tensor<2x1x2xf64>, %i: tensor<2x1xindex> {lagrad.example = dense<[[3], [1]]> : tensor<2x1xindex>}) -> tensor<4x2xf64> {
  %e = math.exp %s : tensor<2x1x2xf64>
  %0 = tensor.scatter %e into %x[%i] scatter_dims([0]) unique : (tensor<2x1x2xf64>, tensor<4x2xf64>, tensor<2x1xindex>) -> tensor<4x2xf64>
  %1 = arith.mulf %0, %0 : tensor<4x2xf64>
  return %1 : tensor<4x2xf64>
}
func.func private @pullback(tensor<4x2xf64>, tensor<2x1x2xf64>, tensor<2x1xindex>, tensor<4x2xf64>) -> (tensor<4x2xf64>, tensor<2x1x2xf64>) attributes {lagrad.pullback = @scatter_rows}
