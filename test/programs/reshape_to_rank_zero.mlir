// One element in and out of tensors without dimensions, in a loop.
func.func @reshape_to_rank_zero(%x: tensor<1x1xf64>, %n: index) -> tensor<1xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %none = arith.constant dense<> : tensor<0xindex>
  %one = arith.constant dense<1> : tensor<1xindex>
  %0 = tensor.reshape %x(%none) : (tensor<1x1xf64>, tensor<0xindex>) -> tensor<f64>
  %1 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %0) -> tensor<f64> {
    %2 = math.sin %p : tensor<f64>
    %3 = arith.mulf %2, %0 : tensor<f64>
    scf.yield %3 : tensor<f64>
  }
  %4 = tensor.reshape %1(%one) : (tensor<f64>, tensor<1xindex>) -> tensor<1xf64>
  return %4 : tensor<1xf64>
}
func.func private @pullback(tensor<1x1xf64>, index, tensor<1xf64>) -> tensor<1x1xf64> attributes {lagrad.pullback = @reshape_to_rank_zero}
