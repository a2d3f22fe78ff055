// A slice whose offset, size and stride are known only at run time.
func.func @tensor_slice_dynamic(%x: tensor<?x8xf64>, %at: index, %step: index) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x8xf64>
  %rows = arith.subi %n, %c1 : index
  %cols = arith.constant 2 : index
  %0 = tensor.extract_slice %x[%c1, %at] [%rows, %cols] [1, %step] : tensor<?x8xf64> to tensor<?x?xf64>
  %1 = math.sin %0 : tensor<?x?xf64>
  return %1 : tensor<?x?xf64>
}
func.func private @pullback(tensor<?x8xf64>, index, index, tensor<?x?xf64>) -> tensor<?x8xf64> attributes {lagrad.pullback = @tensor_slice_dynamic}
