// A slice and an update at an offset that is clamped into range, as exporters write it.
func.func @slice_clamped_offset(%x: tensor<6x2xf64>, %y: tensor<2x2xf64>, %k: i32) -> tensor<6x2xf64> {
  %low = arith.constant 0 : i32
  %high = arith.constant 4 : i32
  %0 = arith.maxsi %k, %low : i32
  %1 = arith.minsi %0, %high : i32
  %o = arith.index_cast %1 : i32 to index
  %a = tensor.extract_slice %x[%o, 0] [2, 2] [1, 1] : tensor<6x2xf64> to tensor<2x2xf64>
  %2 = arith.mulf %a, %y : tensor<2x2xf64>
  %3 = math.exp %2 : tensor<2x2xf64>
  %4 = tensor.insert_slice %3 into %x[%o, 0] [2, 2] [1, 1] : tensor<2x2xf64> into tensor<6x2xf64>
  return %4 : tensor<6x2xf64>
}
func.func private @pullback(tensor<6x2xf64>, tensor<2x2xf64>, i32, tensor<6x2xf64>) -> (tensor<6x2xf64>, tensor<2x2xf64>) attributes {lagrad.pullback = @slice_clamped_offset}
