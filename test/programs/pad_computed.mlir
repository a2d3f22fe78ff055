// The border's elements are computed from their place and from a captured tensor.
func.func @pad_computed(%x: tensor<2x2xf64>, %v: tensor<4xf64>) -> tensor<4x3xf64> {
  %0 = tensor.pad %x low[1, 1] high[1, 0] {
  ^bb0(%i: index, %j: index):
    %a = tensor.extract %v[%i] : tensor<4xf64>
    %n = arith.index_cast %j : index to i64
    %f = arith.sitofp %n : i64 to f64
    %1 = arith.addf %a, %f : f64
    %2 = arith.mulf %1, %a : f64
    tensor.yield %2 : f64
  } : tensor<2x2xf64> to tensor<4x3xf64>
  return %0 : tensor<4x3xf64>
}
func.func private @pullback(tensor<2x2xf64>, tensor<4xf64>, tensor<4x3xf64>) -> (tensor<2x2xf64>, tensor<4xf64>) attributes {lagrad.pullback = @pad_computed}
