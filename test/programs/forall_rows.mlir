// Every thread multiplies its row, a slice of a tensor of dynamic size, by a matrix.
func.func @forall_rows(%x: tensor<?x3xf64>, %w: tensor<2x3xf64>) -> tensor<?x2xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %x, %c0 : tensor<?x3xf64>
  %z = arith.constant dense<0.0> : tensor<2xf64>
  %e = tensor.empty(%n) : tensor<?x2xf64>
  %0 = scf.forall (%i) in (%n) shared_outs(%o = %e) -> tensor<?x2xf64> {
    %r = tensor.extract_slice %x[%i, 0] [1, 3] [1, 1] : tensor<?x3xf64> to tensor<3xf64>
    %1 = linalg.matvec ins(%w, %r : tensor<2x3xf64>, tensor<3xf64>) outs(%z : tensor<2xf64>) -> tensor<2xf64>
    %2 = math.tanh %1 : tensor<2xf64>
    scf.forall.in_parallel {
      tensor.parallel_insert_slice %2 into %o[%i, 0] [1, 2] [1, 1] : tensor<2xf64> into tensor<?x2xf64>
    }
  }
  return %0 : tensor<?x2xf64>
}
func.func private @pullback(tensor<?x3xf64>, tensor<2x3xf64>, tensor<?x2xf64>) -> (tensor<?x3xf64>, tensor<2x3xf64>) attributes {lagrad.pullback = @forall_rows}
