// Casts between static and dynamic shapes leave the cotangent as it is, in the type of the argument.
func.func @tensor_cast(%x: tensor<4x2xf64>,
    %y: tensor<?x?xf64> {lagrad.example = dense<[[1.0, 0.5], [0.75, 1.25], [1.5, 0.25], [2.0, -1.0]]> : tensor<4x2xf64>})  -> tensor<?x2xf64> {
  %0 = tensor.cast %x : tensor<4x2xf64> to tensor<?x?xf64>
  %1 = arith.mulf %0, %y : tensor<?x?xf64>
  %2 = tensor.cast %1 : tensor<?x?xf64> to tensor<4x2xf64>
  %3 = arith.mulf %2, %x : tensor<4x2xf64>
  %4 = tensor.cast %3 : tensor<4x2xf64> to tensor<?x2xf64>
  return %4 : tensor<?x2xf64>
}
func.func private @pullback(tensor<4x2xf64>, tensor<?x?xf64>, tensor<?x2xf64>) -> (tensor<4x2xf64>, tensor<?x?xf64>) attributes {lagrad.pullback = @tensor_cast}
