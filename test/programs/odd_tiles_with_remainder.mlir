// Tiles of a forall, the last of them smaller, that also read what they overwrite.
func.func @odd_tiles_with_remainder(%x: tensor<10x3xf64>, %o: tensor<10x3xf64>) -> tensor<10x3xf64> {
  %r = scf.forall (%i) in (3) shared_outs(%p = %o) -> (tensor<10x3xf64>) {
    %s = affine.apply affine_map<(d0) -> (d0 * 4)>(%i)
    %n = affine.min affine_map<(d0) -> (d0 * -4 + 10, 4)>(%i)
    %t = tensor.extract_slice %x[%s, 0] [%n, 3] [1, 1] : tensor<10x3xf64> to tensor<?x3xf64>
    %u = tensor.extract_slice %p[%s, 0] [%n, 3] [1, 1] : tensor<10x3xf64> to tensor<?x3xf64>
    %e = linalg.mul ins(%t, %u : tensor<?x3xf64>, tensor<?x3xf64>) outs(%u : tensor<?x3xf64>) -> tensor<?x3xf64>
    %f = linalg.exp ins(%e : tensor<?x3xf64>) outs(%u : tensor<?x3xf64>) -> tensor<?x3xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %f into %p[%s, 0] [%n, 3] [1, 1] : tensor<?x3xf64> into tensor<10x3xf64>
    }
  } {mapping = [#gpu.block<x>]}
  return %r : tensor<10x3xf64>
}
func.func private @pullback(tensor<10x3xf64>, tensor<10x3xf64>, tensor<10x3xf64>) -> (tensor<10x3xf64>, tensor<10x3xf64>) attributes {lagrad.pullback = @odd_tiles_with_remainder}
