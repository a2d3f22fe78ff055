// A tensor carried twice, in two states, each updated from the other.
func.func @odd_tensor_carried_twice(%x: tensor<4xf64>, %n: index) -> (tensor<4xf64>, tensor<4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %x) -> (tensor<4xf64>, tensor<4xf64>) {
    %e = tensor.extract %a[%i] : tensor<4xf64>
    %j = arith.subi %c3, %i : index
    %f = tensor.extract %b[%j] : tensor<4xf64>
    %m = arith.mulf %e, %f : f64
    %a1 = tensor.insert %m into %a[%j] : tensor<4xf64>
    %b1 = tensor.insert %e into %a1[%c0] : tensor<4xf64>
    scf.yield %b1, %a1 : tensor<4xf64>, tensor<4xf64>
  }
  return %r#0, %r#1 : tensor<4xf64>, tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, index, tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @odd_tensor_carried_twice}
