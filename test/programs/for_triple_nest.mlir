// A matrix product written as three loops over elements.
func.func @for_triple_nest(%a: tensor<2x3xf64>, %b: tensor<3x4xf64>) -> tensor<2x4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<2x4xf64>
  %0 = scf.for %i = %c0 to %c2 step %c1 iter_args(%r = %e) -> tensor<2x4xf64> {
    %1 = scf.for %j = %c0 to %c4 step %c1 iter_args(%s = %r) -> tensor<2x4xf64> {
      %2 = scf.for %k = %c0 to %c3 step %c1 iter_args(%acc = %zero) -> f64 {
        %x = tensor.extract %a[%i, %k] : tensor<2x3xf64>
        %y = tensor.extract %b[%k, %j] : tensor<3x4xf64>
        %3 = arith.mulf %x, %y : f64
        %4 = arith.addf %acc, %3 : f64
        scf.yield %4 : f64
      }
      %5 = tensor.insert %2 into %s[%i, %j] : tensor<2x4xf64>
      scf.yield %5 : tensor<2x4xf64>
    }
    scf.yield %1 : tensor<2x4xf64>
  }
  return %0 : tensor<2x4xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<3x4xf64>, tensor<2x4xf64>) -> (tensor<2x3xf64>, tensor<3x4xf64>) attributes {lagrad.pullback = @for_triple_nest}
