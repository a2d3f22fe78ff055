// The second derivative of a loop that updates rows in place.
func.func @higher_loop_over_rows(%x: tensor<3x2xf64>) -> tensor<3x2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = scf.for %i = %c0 to %c2 step %c1 iter_args(%m = %x) -> tensor<3x2xf64> {
    %j = arith.addi %i, %c1 : index
    %a = tensor.extract_slice %m[%i, 0] [1, 2] [1, 1] : tensor<3x2xf64> to tensor<2xf64>
    %b = tensor.extract_slice %m[%j, 0] [1, 2] [1, 1] : tensor<3x2xf64> to tensor<2xf64>
    %1 = arith.mulf %a, %b : tensor<2xf64>
    %2 = math.exp %1 : tensor<2xf64>
    %3 = tensor.insert_slice %2 into %m[%j, 0] [1, 2] [1, 1] : tensor<2xf64> into tensor<3x2xf64>
    scf.yield %3 : tensor<3x2xf64>
  }
  return %0 : tensor<3x2xf64>
}
func.func private @first(tensor<3x2xf64>, tensor<3x2xf64>) -> tensor<3x2xf64> attributes {lagrad.pullback = @higher_loop_over_rows}
func.func private @second(tensor<3x2xf64>, tensor<3x2xf64>, tensor<3x2xf64>) -> (tensor<3x2xf64>, tensor<3x2xf64>) attributes {lagrad.pullback = @first}
