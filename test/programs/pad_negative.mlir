// Negative widths cut elements off: some on one side, with padding on the other, of a computed number, of a dynamic size, and all.
func.func @pad_negative(%x: tensor<3x5xf64>, %v: tensor<?xf64>, %s: f64)
    -> (tensor<3x6xf64>, tensor<2x4xf64>, tensor<?xf64>, tensor<2xf64>) {
  %zero = arith.constant 0.0 : f64
  %y = arith.mulf %x, %x : tensor<3x5xf64>
  %a = tensor.pad %y low[0, -1] high[0, 2] {
  ^bb0(%i: index, %j: index):
    tensor.yield %s : f64
  } : tensor<3x5xf64> to tensor<3x6xf64>
  %b = tensor.pad %y low[1, -2] high[-2, 1] {
  ^bb0(%i: index, %j: index):
    %0 = arith.index_cast %j : index to i64
    %1 = arith.sitofp %0 : i64 to f64
    %2 = arith.mulf %1, %s : f64
    tensor.yield %2 : f64
  } : tensor<3x5xf64> to tensor<2x4xf64>
  %c = tensor.pad %v low[2] high[-1] {
  ^bb0(%i: index):
    tensor.yield %zero : f64
  } : tensor<?xf64> to tensor<?xf64>
  %row = tensor.extract_slice %y[1, 0] [1, 5] [1, 1] : tensor<3x5xf64> to tensor<5xf64>
  %d = tensor.pad %row low[4] high[-7] {
  ^bb0(%i: index):
    tensor.yield %s : f64
  } : tensor<5xf64> to tensor<2xf64>
  return %a, %b, %c, %d : tensor<3x6xf64>, tensor<2x4xf64>, tensor<?xf64>, tensor<2xf64>
}
func.func private @pullback(tensor<3x5xf64>, tensor<?xf64>, f64, tensor<3x6xf64>, tensor<2x4xf64>, tensor<?xf64>, tensor<2xf64>)
    -> (tensor<3x5xf64>, tensor<?xf64>, f64) attributes {lagrad.pullback = @pad_negative}
