// Several results of different depth, some sharing their computation.
func.func @scalar_many_results(%x: f64, %y: f64, %z: f64) -> (f64, f64, f64, f64) {
  %0 = arith.mulf %x, %y : f64
  %1 = arith.addf %0, %z : f64
  %2 = math.sqrt %1 : f64
  %3 = arith.divf %2, %x : f64
  return %0, %3, %1, %z : f64, f64, f64, f64
}
func.func private @pullback(f64, f64, f64, f64, f64, f64, f64) -> (f64, f64, f64) attributes {lagrad.pullback = @scalar_many_results}
func.func private @d_z(f64, f64, f64, f64, f64, f64, f64) -> f64 attributes {lagrad.pullback = @scalar_many_results, lagrad.wrt = [2]}
