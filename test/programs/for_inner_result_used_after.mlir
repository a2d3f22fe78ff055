// An inner product's result is squared after it, and recorded or recomputed for that.
func.func @for_inner_result_used_after(%x: tensor<3x4xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %zero) -> f64 {
    %1 = scf.for %j = %c0 to %c4 step %c1 iter_args(%p = %one) -> f64 {
      %2 = tensor.extract %x[%i, %j] : tensor<3x4xf64>
      %3 = arith.mulf %p, %2 : f64
      scf.yield %3 : f64
    }
    %4 = arith.mulf %1, %1 : f64
    %5 = math.exp %1 : f64
    %6 = arith.divf %4, %5 : f64
    %7 = arith.addf %sum, %6 : f64
    scf.yield %7 : f64
  }
  return %0 : f64
}
func.func private @pullback(tensor<3x4xf64>, index, f64) -> tensor<3x4xf64> attributes {lagrad.pullback = @for_inner_result_used_after}
