// The largest of products, from minus infinity.
func.func @parallel_reduce_maximum(%x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %low = arith.constant 0xFFF0000000000000 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %0 = scf.parallel (%i) = (%c0) to (%n) step (%c1) init (%low) -> f64 {
    %a = tensor.extract %x[%i] : tensor<?xf64>
    %b = tensor.extract %y[%i] : tensor<?xf64>
    %1 = arith.mulf %a, %b : f64
    scf.reduce(%1 : f64) {
    ^bb0(%l: f64, %r: f64):
      %2 = arith.maximumf %l, %r : f64
      scf.reduce.return %2 : f64
    }
  }
  return %0 : f64
}
func.func private @gradient(tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) attributes {lagrad.gradient = @parallel_reduce_maximum}
