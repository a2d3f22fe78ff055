// An induction variable that starts below zero.
func.func @for_negative_range(%x: f64) -> f64 {
  %lb = arith.constant -3 : index
  %ub = arith.constant 2 : index
  %c2 = arith.constant 2 : index
  %0 = scf.for %i = %lb to %ub step %c2 iter_args(%p = %x) -> f64 {
    %k = arith.index_cast %i : index to i64
    %f = arith.sitofp %k : i64 to f64
    %1 = arith.mulf %p, %f : f64
    %2 = math.cos %1 : f64
    %3 = arith.mulf %2, %x : f64
    scf.yield %3 : f64
  }
  return %0 : f64
}
func.func private @gradient(f64) -> f64 attributes {lagrad.gradient = @for_negative_range}
