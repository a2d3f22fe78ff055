// Every row of the carried tensor is updated in place from itself.
func.func @for_rows_in_place(%x: tensor<4x3xf64>, %s: f64) -> tensor<4x3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %w = tensor.splat %s : tensor<3xf64>
  %0 = scf.for %i = %c0 to %c4 step %c1 iter_args(%h = %x) -> tensor<4x3xf64> {
    %1 = tensor.extract_slice %h[%i, 0] [1, 3] [1, 1] : tensor<4x3xf64> to tensor<3xf64>
    %2 = arith.mulf %1, %w : tensor<3xf64>
    %3 = math.exp %2 : tensor<3xf64>
    %4 = tensor.insert_slice %3 into %h[%i, 0] [1, 3] [1, 1] : tensor<3xf64> into tensor<4x3xf64>
    scf.yield %4 : tensor<4x3xf64>
  }
  return %0 : tensor<4x3xf64>
}
func.func private @pullback(tensor<4x3xf64>, f64, tensor<4x3xf64>) -> (tensor<4x3xf64>, f64) attributes {lagrad.pullback = @for_rows_in_place}
