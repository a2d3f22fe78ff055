// A step of a stencil in parallel, repeated by a loop.
func.func @forall_in_for(%x: tensor<5xf64>, %k: f64, %n: index) -> tensor<5xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %t = %c0 to %n step %c1 iter_args(%u = %x) -> tensor<5xf64> {
    %1 = scf.forall (%i) = (1) to (4) step (1) shared_outs(%o = %u) -> tensor<5xf64> {
      %l = arith.subi %i, %c1 : index
      %r = arith.addi %i, %c1 : index
      %a = tensor.extract %u[%l] : tensor<5xf64>
      %b = tensor.extract %u[%i] : tensor<5xf64>
      %c = tensor.extract %u[%r] : tensor<5xf64>
      %2 = arith.mulf %a, %c : f64
      %3 = arith.mulf %2, %k : f64
      %4 = arith.addf %b, %3 : f64
      %5 = tensor.from_elements %4 : tensor<1xf64>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %5 into %o[%i] [1] [1] : tensor<1xf64> into tensor<5xf64>
      }
    }
    scf.yield %1 : tensor<5xf64>
  }
  return %0 : tensor<5xf64>
}
func.func private @pullback(tensor<5xf64>, f64, index, tensor<5xf64>) -> (tensor<5xf64>, f64) attributes {lagrad.pullback = @forall_in_for}
