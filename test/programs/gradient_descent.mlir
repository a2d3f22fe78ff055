// A loop whose body calls a gradient: the trained parameter's derivative by the learning rate.
func.func @gradient_descent_loss(%w: f64, %a: f64) -> f64 {
  %0 = arith.mulf %w, %a : f64
  %1 = math.cos %0 : f64
  %2 = arith.mulf %1, %w : f64
  return %2 : f64
}
func.func private @slope(f64, f64) -> f64 attributes {lagrad.gradient = @gradient_descent_loss, lagrad.wrt = [0]}
func.func @gradient_descent(%w0: f64, %a: f64, %rate: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%w = %w0) -> f64 {
    %g = func.call @slope(%w, %a) : (f64, f64) -> f64
    %s = arith.mulf %g, %rate : f64
    %1 = arith.subf %w, %s : f64
    scf.yield %1 : f64
  }
  return %0 : f64
}
func.func private @gradient(f64, f64, f64, index) -> (f64, f64, f64) attributes {lagrad.gradient = @gradient_descent}
