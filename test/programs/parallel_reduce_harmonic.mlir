// A reduction that is neither a sum nor a product nor an extremum.
func.func @parallel_reduce_harmonic(%x: tensor<3xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %0 = scf.parallel (%i) = (%c0) to (%c3) step (%c1) init (%one) -> f64 {
    %a = tensor.extract %x[%i] : tensor<3xf64>
    scf.reduce(%a : f64) {
    ^bb0(%l: f64, %r: f64):
      %2 = arith.mulf %l, %r : f64
      %3 = arith.addf %l, %r : f64
      %4 = arith.divf %2, %3 : f64
      scf.reduce.return %4 : f64
    }
  }
  return %0 : f64
}
func.func private @derivative(tensor<3xf64>) -> tensor<3xf64> attributes {lagrad.gradient = @parallel_reduce_harmonic}
