// Branches that read different slices of one tensor of unknown size, and write into it.
func.func @if_slices(%x: tensor<?x4xf64>, %i: index) -> tensor<?x4xf64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %big = arith.cmpi ugt, %i, %c2 : index
  %0 = scf.if %big -> tensor<?x4xf64> {
    %1 = tensor.extract_slice %x[%c0, 0] [1, 4] [1, 1] : tensor<?x4xf64> to tensor<4xf64>
    %2 = math.sin %1 : tensor<4xf64>
    %3 = tensor.insert_slice %2 into %x[%i, 0] [1, 4] [1, 1] : tensor<4xf64> into tensor<?x4xf64>
    scf.yield %3 : tensor<?x4xf64>
  } else {
    %1 = tensor.extract_slice %x[%i, 0] [1, 2] [1, 1] : tensor<?x4xf64> to tensor<2xf64>
    %2 = arith.mulf %1, %1 : tensor<2xf64>
    %3 = tensor.insert_slice %2 into %x[%c0, 2] [1, 2] [1, 1] : tensor<2xf64> into tensor<?x4xf64>
    scf.yield %3 : tensor<?x4xf64>
  }
  %4 = arith.mulf %0, %x : tensor<?x4xf64>
  return %4 : tensor<?x4xf64>
}
func.func private @pullback(tensor<?x4xf64>, index, tensor<?x4xf64>) -> tensor<?x4xf64> attributes {lagrad.pullback = @if_slices}
