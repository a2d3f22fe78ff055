// The softmax of a row with entries of minus infinity, where a mask is set.
func.func @softmax_masked(%x: tensor<2x3xf64>, %m: tensor<2x3xi1> {lagrad.example = dense<[[true, false, true], [true, true, true]]> : tensor<2x3xi1>}) -> tensor<2x3xf64> {
  %low = arith.constant dense<0xFFF0000000000000> : tensor<2x3xf64>
  %s = arith.select %m, %x, %low : tensor<2x3xi1>, tensor<2x3xf64>
  %0 = linalg.softmax dimension(1) ins(%s : tensor<2x3xf64>) outs(%low : tensor<2x3xf64>) -> tensor<2x3xf64>
  return %0 : tensor<2x3xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<2x3xi1>, tensor<2x3xf64>) -> tensor<2x3xf64> attributes {lagrad.pullback = @softmax_masked}
