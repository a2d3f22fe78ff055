// The trip count is computed from an element of an integer tensor.
func.func @for_bound_from_argument(%n: tensor<2xi64>, %x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %k = tensor.extract %n[%c1] : tensor<2xi64>
  %ub = arith.index_cast %k : i64 to index
  %0 = scf.for %i = %c0 to %ub step %c1 iter_args(%p = %x) -> f64 {
    %1 = arith.mulf %p, %p : f64
    %2 = math.sin %1 : f64
    scf.yield %2 : f64
  }
  return %0 : f64
}
func.func private @gradient(tensor<2xi64>, f64) -> f64 attributes {lagrad.gradient = @for_bound_from_argument}
