// Offset, size and stride are arguments.
func.func @slice_dynamic_stride(%x: tensor<?xf64> {lagrad.example = dense<[0.5, 1.5, 0.25, 1.25, 0.75, 2.0, 1.0, 0.5, 1.75]> : tensor<9xf64>}, %o: index {lagrad.example = 1 : index}, %n: index, %s: index {lagrad.example = 2 : index}) -> tensor<?xf64> {
  %a = tensor.extract_slice %x[%o] [%n] [%s] : tensor<?xf64> to tensor<?xf64>
  %0 = math.exp %a : tensor<?xf64>
  %1 = tensor.insert_slice %0 into %x[0] [%n] [%s] : tensor<?xf64> into tensor<?xf64>
  %2 = arith.mulf %1, %x : tensor<?xf64>
  return %2 : tensor<?xf64>
}
func.func private @pullback(tensor<?xf64>, index, index, index, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @slice_dynamic_stride}
