// Threads read their own and other places of the shared tensor's old value, and insert twice.
func.func @odd_forall_reads_its_destination(%x: tensor<6xf64>) -> tensor<6xf64> {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.forall (%i) in (3) shared_outs(%o = %x) -> tensor<6xf64> {
    %k = arith.addi %i, %c3 : index
    %a = tensor.extract_slice %o[%i] [1] [1] : tensor<6xf64> to tensor<1xf64>
    %b = tensor.extract_slice %x[%k] [1] [1] : tensor<6xf64> to tensor<1xf64>
    %1 = arith.mulf %a, %b : tensor<1xf64>
    %2 = math.sin %1 : tensor<1xf64>
    %3 = arith.addf %b, %1 : tensor<1xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %2 into %o[%i] [1] [1] : tensor<1xf64> into tensor<6xf64>
      tensor.parallel_insert_slice %3 into %o[%k] [1] [1] : tensor<1xf64> into tensor<6xf64>
    }
  }
  return %0 : tensor<6xf64>
}
func.func private @pullback(tensor<6xf64>, tensor<6xf64>) -> tensor<6xf64> attributes {lagrad.pullback = @odd_forall_reads_its_destination}
