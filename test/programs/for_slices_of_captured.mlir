// Rows of a captured tensor are read in the loop; the gradient adds into the rows in place.
func.func @for_slices_of_captured(%x: tensor<?x3xf64>, %h0: tensor<3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x3xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %h0) -> tensor<3xf64> {
    %1 = tensor.extract_slice %x[%i, 0] [1, 3] [1, 1] : tensor<?x3xf64> to tensor<3xf64>
    %2 = arith.mulf %h, %1 : tensor<3xf64>
    %3 = math.tanh %2 : tensor<3xf64>
    %4 = arith.addf %3, %1 : tensor<3xf64>
    scf.yield %4 : tensor<3xf64>
  }
  return %0 : tensor<3xf64>
}
func.func private @pullback(tensor<?x3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<?x3xf64>, tensor<3xf64>) attributes {lagrad.pullback = @for_slices_of_captured}
