// Rows of a carried table are gathered, changed and scattered back, at indices that depend on the iteration.
func.func @odd_scatter_in_loop(%x: tensor<4x2xf64>, %ids: tensor<3x2x1xindex> {lagrad.example = dense<[[[0], [2]], [[2], [1]], [[3], [0]]]> : tensor<3x2x1xindex>}) -> tensor<4x2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %t = %c0 to %c3 step %c1 iter_args(%u = %x) -> tensor<4x2xf64> {
    %i = tensor.extract_slice %ids[%t, 0, 0] [1, 2, 1] [1, 1, 1] : tensor<3x2x1xindex> to tensor<2x1xindex>
    %1 = tensor.gather %u[%i] gather_dims([0]) : (tensor<4x2xf64>, tensor<2x1xindex>) -> tensor<2x1x2xf64>
    %2 = math.sin %1 : tensor<2x1x2xf64>
    %3 = arith.mulf %2, %1 : tensor<2x1x2xf64>
    %4 = tensor.scatter %3 into %u[%i] scatter_dims([0]) unique : (tensor<2x1x2xf64>, tensor<4x2xf64>, tensor<2x1xindex>) -> tensor<4x2xf64>
    scf.yield %4 : tensor<4x2xf64>
  }
  return %0 : tensor<4x2xf64>
}
func.func private @pullback(tensor<4x2xf64>, tensor<3x2x1xindex>, tensor<4x2xf64>) -> tensor<4x2xf64> attributes {lagrad.pullback = @odd_scatter_in_loop}
