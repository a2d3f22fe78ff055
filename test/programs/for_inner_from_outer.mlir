// The inner loop runs from the outer induction variable up, with a step given as an argument.
func.func @for_inner_from_outer(%x: tensor<6xf64>, %step: index) -> tensor<6xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %0 = scf.for %i = %c0 to %c6 step %c1 iter_args(%h = %x) -> tensor<6xf64> {
    %a = tensor.extract %h[%i] : tensor<6xf64>
    %1 = scf.for %j = %i to %c6 step %step iter_args(%g = %h) -> tensor<6xf64> {
      %b = tensor.extract %g[%j] : tensor<6xf64>
      %2 = arith.mulf %a, %b : f64
      %3 = math.sin %2 : f64
      %4 = tensor.insert %3 into %g[%j] : tensor<6xf64>
      scf.yield %4 : tensor<6xf64>
    }
    scf.yield %1 : tensor<6xf64>
  }
  return %0 : tensor<6xf64>
}
func.func private @pullback(tensor<6xf64>, index, tensor<6xf64>) -> tensor<6xf64> attributes {lagrad.pullback = @for_inner_from_outer}
