// Forward substitution: every unknown depends on all before it.
func.func @triangular_solve(%l: tensor<4x4xf64>, %b: tensor<4xf64>) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %i = %c0 to %c4 step %c1 iter_args(%x = %b) -> tensor<4xf64> {
    %bi = tensor.extract %b[%i] : tensor<4xf64>
    %s = scf.for %j = %c0 to %i step %c1 iter_args(%acc = %bi) -> f64 {
      %lij = tensor.extract %l[%i, %j] : tensor<4x4xf64>
      %xj = tensor.extract %x[%j] : tensor<4xf64>
      %p = arith.mulf %lij, %xj : f64
      %r = arith.subf %acc, %p : f64
      scf.yield %r : f64
    }
    %lii = tensor.extract %l[%i, %i] : tensor<4x4xf64>
    %xi = arith.divf %s, %lii : f64
    %x1 = tensor.insert %xi into %x[%i] : tensor<4xf64>
    scf.yield %x1 : tensor<4xf64>
  }
  return %0 : tensor<4xf64>
}
func.func private @pullback(tensor<4x4xf64>, tensor<4xf64>, tensor<4xf64>) -> (tensor<4x4xf64>, tensor<4xf64>) attributes {lagrad.pullback = @triangular_solve}
