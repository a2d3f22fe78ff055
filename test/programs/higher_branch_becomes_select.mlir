// The branch hides the sizes of its sides; once they are known it is a choice between two tensors.
func.func @higher_branch_becomes_select(%x: tensor<4xf64>, %y: tensor<4xf64>, %p: i1, %i: index) -> f64 {
  %z = arith.select %p, %x, %y : tensor<4xf64>
  %t = scf.if %p -> tensor<?xf64> {
    %1 = tensor.cast %z : tensor<4xf64> to tensor<?xf64>
    scf.yield %1 : tensor<?xf64>
  } else {
    %1 = tensor.cast %y : tensor<4xf64> to tensor<?xf64>
    scf.yield %1 : tensor<?xf64>
  }
  %0 = tensor.extract %t[%i] : tensor<?xf64>
  %1 = math.sin %0 : f64
  return %1 : f64
}
func.func private @pullback(tensor<4xf64>, tensor<4xf64>, i1, index, f64) -> (tensor<4xf64>, tensor<4xf64>) attributes {lagrad.pullback = @higher_branch_becomes_select}
func.func private @second(tensor<4xf64>, tensor<4xf64>, i1, index, f64, tensor<4xf64>, tensor<4xf64>) -> (tensor<4xf64>, tensor<4xf64>, f64) attributes {lagrad.pullback = @pullback}
