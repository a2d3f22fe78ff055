// Constant bounds, from 2 to 11 in steps of 4.
func.func @for_constant_bounds(%x: tensor<12xf64>) -> f64 {
  %c2 = arith.constant 2 : index
  %c11 = arith.constant 11 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %0 = scf.for %i = %c2 to %c11 step %c4 iter_args(%p = %one) -> f64 {
    %1 = tensor.extract %x[%i] : tensor<12xf64>
    %2 = arith.mulf %p, %1 : f64
    scf.yield %2 : f64
  }
  return %0 : f64
}
func.func private @gradient(tensor<12xf64>) -> tensor<12xf64> attributes {lagrad.gradient = @for_constant_bounds}
