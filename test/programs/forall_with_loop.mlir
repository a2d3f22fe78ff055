// Every thread runs a loop of its own, as long as its number.
func.func @forall_with_loop(%x: tensor<4xf64>) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf64>
  %0 = scf.forall (%i) in (4) shared_outs(%o = %e) -> tensor<4xf64> {
    %a = tensor.extract %x[%i] : tensor<4xf64>
    %1 = scf.for %j = %c0 to %i step %c1 iter_args(%p = %a) -> f64 {
      %b = tensor.extract %x[%j] : tensor<4xf64>
      %2 = arith.mulf %p, %b : f64
      %3 = math.sin %2 : f64
      scf.yield %3 : f64
    }
    %4 = tensor.from_elements %1 : tensor<1xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %4 into %o[%i] [1] [1] : tensor<1xf64> into tensor<4xf64>
    }
  }
  return %0 : tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @forall_with_loop}
