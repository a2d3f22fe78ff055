// Tiles of an active destination are read, changed and put back; the rest keeps its value.
func.func @forall_tiles(%x: tensor<4x6xf64>, %y: tensor<4x6xf64>) -> tensor<4x6xf64> {
  %0 = scf.forall (%i, %j) = (0, 0) to (4, 4) step (2, 2) shared_outs(%o = %x) -> tensor<4x6xf64> {
    %a = tensor.extract_slice %o[%i, %j] [2, 2] [1, 1] : tensor<4x6xf64> to tensor<2x2xf64>
    %b = tensor.extract_slice %y[%i, %j] [2, 2] [1, 1] : tensor<4x6xf64> to tensor<2x2xf64>
    %1 = linalg.matmul ins(%b, %b : tensor<2x2xf64>, tensor<2x2xf64>) outs(%a : tensor<2x2xf64>) -> tensor<2x2xf64>
    %2 = arith.mulf %1, %b : tensor<2x2xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %2 into %o[%i, %j] [2, 2] [1, 1] : tensor<2x2xf64> into tensor<4x6xf64>
    }
  }
  return %0 : tensor<4x6xf64>
}
func.func private @pullback(tensor<4x6xf64>, tensor<4x6xf64>, tensor<4x6xf64>) -> (tensor<4x6xf64>, tensor<4x6xf64>) attributes {lagrad.pullback = @forall_tiles}
