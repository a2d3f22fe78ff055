// Two shared results, filled with different slices.
func.func @forall_two_results(%x: tensor<3x2xf64>, %s: f64) -> (tensor<2x3xf64>, tensor<3xf64>) {
  %e = tensor.empty() : tensor<2x3xf64>
  %f = tensor.empty() : tensor<3xf64>
  %t = tensor.splat %s : tensor<2xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.forall (%i) in (3) shared_outs(%o = %e, %p = %f) -> (tensor<2x3xf64>, tensor<3xf64>) {
    %r = tensor.extract_slice %x[%i, 0] [1, 2] [1, 1] : tensor<3x2xf64> to tensor<2xf64>
    %1 = arith.mulf %r, %t : tensor<2xf64>
    %a = tensor.extract %r[%c0] : tensor<2xf64>
    %b = tensor.extract %1[%c1] : tensor<2xf64>
    %2 = arith.mulf %a, %b : f64
    %3 = tensor.from_elements %2 : tensor<1xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[0, %i] [2, 1] [1, 1] : tensor<2xf64> into tensor<2x3xf64>
      tensor.parallel_insert_slice %3 into %p[%i] [1] [1] : tensor<1xf64> into tensor<3xf64>
    }
  }
  return %0#0, %0#1 : tensor<2x3xf64>, tensor<3xf64>
}
func.func private @pullback(tensor<3x2xf64>, f64, tensor<2x3xf64>, tensor<3xf64>) -> (tensor<3x2xf64>, f64) attributes {lagrad.pullback = @forall_two_results}
