// A branch yielding tensors, one of them its captured argument.
func.func @if_tensor(%c: i1, %x: tensor<3xf64>, %y: tensor<3xf64>) -> tensor<3xf64> {
  %0:2 = scf.if %c -> (tensor<3xf64>, tensor<3xf64>) {
    %1 = arith.mulf %x, %y : tensor<3xf64>
    scf.yield %1, %x : tensor<3xf64>, tensor<3xf64>
  } else {
    %1 = math.exp %y : tensor<3xf64>
    scf.yield %y, %1 : tensor<3xf64>, tensor<3xf64>
  }
  %2 = arith.mulf %0#0, %0#1 : tensor<3xf64>
  return %2 : tensor<3xf64>
}
func.func private @pullback(i1, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) attributes {lagrad.pullback = @if_tensor}
