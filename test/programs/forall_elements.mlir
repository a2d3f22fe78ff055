// Every thread computes one element, from two of its neighbours.
func.func @forall_elements(%x: tensor<4xf64>) -> tensor<4xf64> {
  %e = tensor.empty() : tensor<4xf64>
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = scf.forall (%i) in (4) shared_outs(%o = %e) -> tensor<4xf64> {
    %k = arith.addi %i, %c1 : index
    %j = arith.remui %k, %c4 : index
    %a = tensor.extract %x[%i] : tensor<4xf64>
    %b = tensor.extract %x[%j] : tensor<4xf64>
    %1 = arith.mulf %a, %b : f64
    %2 = math.sin %1 : f64
    %3 = tensor.from_elements %2 : tensor<1xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %3 into %o[%i] [1] [1] : tensor<1xf64> into tensor<4xf64>
    }
  }
  return %0 : tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @forall_elements}
