// The inner bound is the outer induction variable.
func.func @for_triangular(%x: tensor<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %one) -> f64 {
    %1 = scf.for %j = %c0 to %i step %c1 iter_args(%q = %p) -> f64 {
      %2 = tensor.extract %x[%i, %j] : tensor<?x?xf64>
      %3 = arith.mulf %q, %2 : f64
      scf.yield %3 : f64
    }
    %4 = tensor.extract %x[%i, %i] : tensor<?x?xf64>
    %5 = math.exp %4 : f64
    %6 = arith.addf %1, %5 : f64
    scf.yield %6 : f64
  }
  return %0 : f64
}
func.func private @pullback(tensor<?x?xf64>, f64) -> tensor<?x?xf64> attributes {lagrad.pullback = @for_triangular}
