// Each thread of a parallel sum runs a loop with an open number of trips.
func.func @odd_loop_in_parallel(%x: tensor<3xf64>, %s: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %limit = arith.constant 5.0 : f64
  %0 = scf.parallel (%i) = (%c0) to (%c3) step (%c1) init (%zero) -> f64 {
    %a = tensor.extract %x[%i] : tensor<3xf64>
    %1 = scf.while (%p = %a) : (f64) -> f64 {
      %c = arith.cmpf olt, %p, %limit : f64
      scf.condition(%c) %p : f64
    } do {
    ^bb0(%p: f64):
      %2 = arith.mulf %p, %s : f64
      %3 = arith.addf %2, %p : f64
      scf.yield %3 : f64
    }
    scf.reduce(%1 : f64) {
    ^bb0(%l: f64, %r: f64):
      %2 = arith.addf %l, %r : f64
      scf.reduce.return %2 : f64
    }
  }
  return %0 : f64
}
func.func private @gradient(tensor<3xf64>, f64) -> (tensor<3xf64>, f64) attributes {lagrad.gradient = @odd_loop_in_parallel}
