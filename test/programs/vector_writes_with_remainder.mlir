// A tensor written three elements at a time; of the last vector only what lies inside is stored.
func.func @vector_writes_with_remainder(%a: f64, %x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %as = vector.broadcast %a : f64 to vector<3xf64>
  %r = scf.for %i = %c0 to %n step %c3 iter_args(%t = %y) -> tensor<?xf64> {
    %u = vector.transfer_read %x[%i], %one : tensor<?xf64>, vector<3xf64>
    %v = vector.transfer_read %t[%i], %one : tensor<?xf64>, vector<3xf64>
    %e = math.exp %u : vector<3xf64>
    %p = arith.mulf %as, %e : vector<3xf64>
    %q = arith.mulf %p, %v : vector<3xf64>
    %next = vector.transfer_write %q, %t[%i] : vector<3xf64>, tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %r : tensor<?xf64>
}
func.func private @pullback(f64, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (f64, tensor<?xf64>, tensor<?xf64>) attributes {lagrad.pullback = @vector_writes_with_remainder}
