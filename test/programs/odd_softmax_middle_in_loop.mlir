// The softmax along the middle of three dimensions, sharpened in a loop.
func.func @odd_softmax_middle_in_loop(%x: tensor<2x3x2xf64>, %n: index) -> tensor<2x3x2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant dense<2.0> : tensor<2x3x2xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> tensor<2x3x2xf64> {
    %e = tensor.empty() : tensor<2x3x2xf64>
    %1 = arith.mulf %p, %two : tensor<2x3x2xf64>
    %2 = linalg.softmax dimension(1) ins(%1 : tensor<2x3x2xf64>) outs(%e : tensor<2x3x2xf64>) -> tensor<2x3x2xf64>
    scf.yield %2 : tensor<2x3x2xf64>
  }
  return %0 : tensor<2x3x2xf64>
}
func.func private @pullback(tensor<2x3x2xf64>, index, tensor<2x3x2xf64>) -> tensor<2x3x2xf64> attributes {lagrad.pullback = @odd_softmax_middle_in_loop}
