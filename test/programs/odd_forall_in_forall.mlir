// Threads inside threads, each filling a part of its parent's slice.
func.func @odd_forall_in_forall(%x: tensor<4x3xf64>, %s: f64) -> tensor<4x3xf64> {
  %e = tensor.empty() : tensor<4x3xf64>
  %0 = scf.forall (%i) in (2) shared_outs(%o = %e) -> tensor<4x3xf64> {
    %k = affine.apply affine_map<(d) -> (d * 2)>(%i)
    %part = tensor.extract_slice %x[%k, 0] [2, 3] [1, 1] : tensor<4x3xf64> to tensor<2x3xf64>
    %f = tensor.empty() : tensor<2x3xf64>
    %1 = scf.forall (%j) in (3) shared_outs(%p = %f) -> tensor<2x3xf64> {
      %c = tensor.extract_slice %part[0, %j] [2, 1] [1, 1] : tensor<2x3xf64> to tensor<2xf64>
      %t = tensor.splat %s : tensor<2xf64>
      %2 = arith.mulf %c, %t : tensor<2xf64>
      %3 = math.sin %2 : tensor<2xf64>
      scf.forall.in_parallel {
        tensor.parallel_insert_slice %3 into %p[0, %j] [2, 1] [1, 1] : tensor<2xf64> into tensor<2x3xf64>
      }
    }
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %1 into %o[%k, 0] [2, 3] [1, 1] : tensor<2x3xf64> into tensor<4x3xf64>
    }
  }
  return %0 : tensor<4x3xf64>
}
func.func private @pullback(tensor<4x3xf64>, f64, tensor<4x3xf64>) -> (tensor<4x3xf64>, f64) attributes {lagrad.pullback = @odd_forall_in_forall}
