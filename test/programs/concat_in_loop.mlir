// The state and the input stand one behind the other, as in a recurrent cell.
func.func @concat_in_loop(%xs: tensor<3x2xf64>, %w: tensor<2x4xf64>, %h0: tensor<2xf64>) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %z = arith.constant dense<0.0> : tensor<2xf64>
  %0 = scf.for %t = %c0 to %c3 step %c1 iter_args(%h = %h0) -> tensor<2xf64> {
    %x = tensor.extract_slice %xs[%t, 0] [1, 2] [1, 1] : tensor<3x2xf64> to tensor<2xf64>
    %1 = tensor.concat dim(0) %h, %x : (tensor<2xf64>, tensor<2xf64>) -> tensor<4xf64>
    %2 = linalg.matvec ins(%w, %1 : tensor<2x4xf64>, tensor<4xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
    %3 = math.tanh %2 : tensor<2xf64>
    scf.yield %3 : tensor<2xf64>
  }
  return %0 : tensor<2xf64>
}
func.func private @pullback(tensor<3x2xf64>, tensor<2x4xf64>, tensor<2xf64>, tensor<2xf64>) -> (tensor<3x2xf64>, tensor<2x4xf64>, tensor<2xf64>) attributes {lagrad.pullback = @concat_in_loop}
