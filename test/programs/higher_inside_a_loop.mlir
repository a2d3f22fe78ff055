// Newton's method: a loop calls a gradient and its derivative, and is differentiated itself.
func.func @higher_inside_a_loop_energy(%w: f64, %a: f64) -> f64 {
  %0 = arith.mulf %w, %a : f64
  %1 = math.exp %0 : f64
  %2 = arith.mulf %w, %w : f64
  %3 = arith.addf %1, %2 : f64
  return %3 : f64
}
func.func private @slope(f64, f64) -> f64 attributes {lagrad.gradient = @higher_inside_a_loop_energy, lagrad.wrt = [0]}
func.func private @curvature(f64, f64) -> f64 attributes {lagrad.gradient = @slope, lagrad.wrt = [0]}
func.func @higher_inside_a_loop(%w0: f64, %a: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%w = %w0) -> f64 {
    %1 = func.call @slope(%w, %a) : (f64, f64) -> f64
    %2 = func.call @curvature(%w, %a) : (f64, f64) -> f64
    %3 = arith.divf %1, %2 : f64
    %4 = arith.subf %w, %3 : f64
    scf.yield %4 : f64
  }
  return %0 : f64
}
func.func private @pullback(f64, f64, index, f64) -> (f64, f64) attributes {lagrad.pullback = @higher_inside_a_loop}
