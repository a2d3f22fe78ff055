// Bounds and step that make an uneven number of trips, with the induction variable as a number.
func.func @for_bounds_and_step(%x: f64, %lb: index, %ub: index, %step: index) -> f64 {
  %c7 = arith.constant 7 : index
  %end = arith.addi %ub, %c7 : index
  %0 = scf.for %i = %lb to %end step %step iter_args(%p = %x) -> f64 {
    %k = arith.index_cast %i : index to i64
    %f = arith.sitofp %k : i64 to f64
    %1 = arith.divf %p, %f : f64
    %2 = arith.addf %1, %x : f64
    %3 = math.sin %2 : f64
    scf.yield %3 : f64
  }
  return %0 : f64
}
func.func private @pullback(f64, index, index, index, f64) -> f64 attributes {lagrad.pullback = @for_bounds_and_step}
