// A loop that only adds needs no tape: everything it reads is there outside.
func.func @for_sum_captured(%x: tensor<?xf64>, %s: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%acc = %zero) -> f64 {
    %1 = tensor.extract %x[%i] : tensor<?xf64>
    %2 = arith.mulf %1, %s : f64
    %3 = math.sin %2 : f64
    %4 = arith.addf %acc, %3 : f64
    scf.yield %4 : f64
  }
  return %0 : f64
}
func.func private @pullback(tensor<?xf64>, f64, f64) -> (tensor<?xf64>, f64) attributes {lagrad.pullback = @for_sum_captured}
