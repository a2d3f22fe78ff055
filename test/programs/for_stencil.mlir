// A stencil: three neighbours of the carried tensor make one element of a fresh one.
func.func @for_stencil(%x: tensor<6xf64>, %steps: index) -> tensor<6xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c5 = arith.constant 5 : index
  %0 = scf.for %t = %c0 to %steps step %c1 iter_args(%u = %x) -> tensor<6xf64> {
    %1 = scf.for %i = %c1 to %c5 step %c1 iter_args(%v = %u) -> tensor<6xf64> {
      %l = arith.subi %i, %c1 : index
      %r = arith.addi %i, %c1 : index
      %a = tensor.extract %u[%l] : tensor<6xf64>
      %b = tensor.extract %u[%i] : tensor<6xf64>
      %c = tensor.extract %u[%r] : tensor<6xf64>
      %2 = arith.mulf %a, %c : f64
      %3 = arith.subf %2, %b : f64
      %4 = math.sin %3 : f64
      %5 = tensor.insert %4 into %v[%i] : tensor<6xf64>
      scf.yield %5 : tensor<6xf64>
    }
    scf.yield %1 : tensor<6xf64>
  }
  return %0 : tensor<6xf64>
}
func.func private @pullback(tensor<6xf64>, index, tensor<6xf64>) -> tensor<6xf64> attributes {lagrad.pullback = @for_stencil}
