// A matrix product by tiles, the last of each dimension smaller.
func.func @odd_tiled_matmul(%a: tensor<5x7xf64>, %b: tensor<7x3xf64>, %c: tensor<5x3xf64>) -> tensor<5x3xf64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %c7 = arith.constant 7 : index
  %r = scf.for %i = %c0 to %c5 step %c2 iter_args(%p = %c) -> tensor<5x3xf64> {
    %n = affine.min affine_map<(d0) -> (-d0 + 5, 2)>(%i)
    %r2 = scf.for %k = %c0 to %c7 step %c3 iter_args(%q = %p) -> tensor<5x3xf64> {
      %m = affine.min affine_map<(d0) -> (-d0 + 7, 3)>(%k)
      %at = tensor.extract_slice %a[%i, %k] [%n, %m] [1, 1] : tensor<5x7xf64> to tensor<?x?xf64>
      %bt = tensor.extract_slice %b[%k, 0] [%m, 3] [1, 1] : tensor<7x3xf64> to tensor<?x3xf64>
      %ct = tensor.extract_slice %q[%i, 0] [%n, 3] [1, 1] : tensor<5x3xf64> to tensor<?x3xf64>
      %d = linalg.matmul ins(%at, %bt : tensor<?x?xf64>, tensor<?x3xf64>) outs(%ct : tensor<?x3xf64>) -> tensor<?x3xf64>
      %s = tensor.insert_slice %d into %q[%i, 0] [%n, 3] [1, 1] : tensor<?x3xf64> into tensor<5x3xf64>
      scf.yield %s : tensor<5x3xf64>
    }
    scf.yield %r2 : tensor<5x3xf64>
  }
  return %r : tensor<5x3xf64>
}
func.func private @pullback(tensor<5x7xf64>, tensor<7x3xf64>, tensor<5x3xf64>, tensor<5x3xf64>) -> (tensor<5x7xf64>, tensor<7x3xf64>, tensor<5x3xf64>) attributes {lagrad.pullback = @odd_tiled_matmul}
