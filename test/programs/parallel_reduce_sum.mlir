// A parallel loop that sums a function of a tensor's elements.
func.func @parallel_reduce_sum(%x: tensor<?xf64>, %s: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %0 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%zero) -> f64 {
    %a = tensor.extract %x[%i] : tensor<?xf64>
    %1 = arith.mulf %a, %s : f64
    %2 = math.sin %1 : f64
    scf.reduce(%2 : f64) {
    ^bb0(%l: f64, %r: f64):
      %3 = arith.addf %l, %r : f64
      scf.reduce.return %3 : f64
    }
  }
  return %0 : f64
}
func.func private @gradient(tensor<?xf64>, f64) -> (tensor<?xf64>, f64) attributes {lagrad.gradient = @parallel_reduce_sum}
