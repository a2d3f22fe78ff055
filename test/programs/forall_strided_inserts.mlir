// Two shared outputs, written with strides and into parts of rows.
func.func @forall_strided_inserts(%x: tensor<6xf64>, %o1: tensor<12xf64>, %o2: tensor<3x6xf64>) -> (tensor<12xf64>, tensor<3x6xf64>) {
  %r:2 = scf.forall (%i) = (0) to (6) step (2) shared_outs(%p = %o1, %q = %o2) -> (tensor<12xf64>, tensor<3x6xf64>) {
    %c2 = arith.constant 2 : index
    %sl = tensor.extract_slice %x[%i] [2] [1] : tensor<6xf64> to tensor<2xf64>
    %s = math.sin %sl : tensor<2xf64>
    %row = arith.divui %i, %c2 : index
    %t = arith.mulf %s, %sl : tensor<2xf64>
    %off = arith.muli %i, %c2 : index
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %s into %p[%off] [2] [2] : tensor<2xf64> into tensor<12xf64>
      tensor.parallel_insert_slice %t into %q[%row, 1] [1, 2] [1, 3] : tensor<2xf64> into tensor<3x6xf64>
    }
  }
  return %r#0, %r#1 : tensor<12xf64>, tensor<3x6xf64>
}
func.func private @pullback(tensor<6xf64>, tensor<12xf64>, tensor<3x6xf64>, tensor<12xf64>, tensor<3x6xf64>) -> (tensor<6xf64>, tensor<12xf64>, tensor<3x6xf64>) attributes {lagrad.pullback = @forall_strided_inserts}
