// A loop with an open number of trips inside a counted one.
func.func @while_in_for(%x: f64, %v: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %limit = arith.constant 3.0 : f64
  %half = arith.constant 0.5 : f64
  %n = tensor.dim %v, %c0 : tensor<?xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> f64 {
    %a = tensor.extract %v[%i] : tensor<?xf64>
    %1 = scf.while (%p = %s) : (f64) -> f64 {
      %c = arith.cmpf olt, %p, %limit : f64
      scf.condition(%c) %p : f64
    } do {
    ^bb0(%p: f64):
      %2 = arith.mulf %p, %a : f64
      %3 = math.exp %2 : f64
      scf.yield %3 : f64
    }
    %4 = math.log %1 : f64
    %5 = arith.mulf %4, %half : f64
    scf.yield %5 : f64
  }
  return %0 : f64
}
func.func private @gradient(f64, tensor<?xf64>) -> (f64, tensor<?xf64>) attributes {lagrad.gradient = @while_in_for}
