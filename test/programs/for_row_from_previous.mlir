// Every row is made from the one before it: a recurrence along a carried tensor.
func.func @for_row_from_previous(%x: tensor<5x2xf64>) -> tensor<5x2xf64> {
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0 = scf.for %i = %c1 to %c5 step %c1 iter_args(%h = %x) -> tensor<5x2xf64> {
    %before = arith.subi %i, %c1 : index
    %1 = tensor.extract_slice %h[%before, 0] [1, 2] [1, 1] : tensor<5x2xf64> to tensor<2xf64>
    %2 = tensor.extract_slice %h[%i, 0] [1, 2] [1, 1] : tensor<5x2xf64> to tensor<2xf64>
    %3 = arith.mulf %1, %2 : tensor<2xf64>
    %4 = math.sin %3 : tensor<2xf64>
    %5 = tensor.insert_slice %4 into %h[%i, 0] [1, 2] [1, 1] : tensor<2xf64> into tensor<5x2xf64>
    scf.yield %5 : tensor<5x2xf64>
  }
  return %0 : tensor<5x2xf64>
}
func.func private @pullback(tensor<5x2xf64>, tensor<5x2xf64>) -> tensor<5x2xf64> attributes {lagrad.pullback = @for_row_from_previous}
