// Padding by nothing is the identity.
func.func @pad_no_width(%x: tensor<3xf64>, %v: f64) -> tensor<3xf64> {
  %0 = tensor.pad %x nofold low[0] high[0] {
  ^bb0(%i: index):
    tensor.yield %v : f64
  } : tensor<3xf64> to tensor<3xf64>
  %1 = arith.mulf %0, %x : tensor<3xf64>
  return %1 : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, f64, tensor<3xf64>) -> (tensor<3xf64>, f64) attributes {lagrad.pullback = @pad_no_width}
