// Each iteration replaces a window that overlaps the one before it.
func.func @slice_windows_overwritten(%x: tensor<6xf64>, %n: index) -> tensor<6xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x) -> tensor<6xf64> {
    %a = tensor.extract_slice %u[%i] [3] [1] : tensor<6xf64> to tensor<3xf64>
    %k = arith.addi %i, %c1 : index
    %b = tensor.extract_slice %u[%k] [3] [1] : tensor<6xf64> to tensor<3xf64>
    %1 = arith.mulf %a, %b : tensor<3xf64>
    %2 = math.sin %1 : tensor<3xf64>
    %3 = tensor.insert_slice %2 into %u[%k] [3] [1] : tensor<3xf64> into tensor<6xf64>
    scf.yield %3 : tensor<6xf64>
  }
  return %0 : tensor<6xf64>
}
func.func private @pullback(tensor<6xf64>, index, tensor<6xf64>) -> tensor<6xf64> attributes {lagrad.pullback = @slice_windows_overwritten}
