// The named elementwise operations of one operand, and select.
func.func @named_functions(%x: tensor<2x2xf64>, %c: tensor<2x2xi1>) -> tensor<2x2xf64> {
  %e = tensor.empty() : tensor<2x2xf64>
  %0 = linalg.exp ins(%x : tensor<2x2xf64>) outs(%e : tensor<2x2xf64>) -> tensor<2x2xf64>
  %1 = linalg.log ins(%0 : tensor<2x2xf64>) outs(%e : tensor<2x2xf64>) -> tensor<2x2xf64>
  %2 = linalg.negf ins(%1 : tensor<2x2xf64>) outs(%e : tensor<2x2xf64>) -> tensor<2x2xf64>
  %3 = linalg.abs ins(%2 : tensor<2x2xf64>) outs(%e : tensor<2x2xf64>) -> tensor<2x2xf64>
  %4 = linalg.sqrt ins(%3 : tensor<2x2xf64>) outs(%e : tensor<2x2xf64>) -> tensor<2x2xf64>
  %5 = linalg.rsqrt ins(%4 : tensor<2x2xf64>) outs(%e : tensor<2x2xf64>) -> tensor<2x2xf64>
  %6 = linalg.square ins(%5 : tensor<2x2xf64>) outs(%e : tensor<2x2xf64>) -> tensor<2x2xf64>
  %7 = linalg.tanh ins(%6 : tensor<2x2xf64>) outs(%e : tensor<2x2xf64>) -> tensor<2x2xf64>
  %8 = linalg.erf ins(%7 : tensor<2x2xf64>) outs(%e : tensor<2x2xf64>) -> tensor<2x2xf64>
  %9 = linalg.reciprocal ins(%8 : tensor<2x2xf64>) outs(%e : tensor<2x2xf64>) -> tensor<2x2xf64>
  %10 = linalg.floor ins(%0 : tensor<2x2xf64>) outs(%e : tensor<2x2xf64>) -> tensor<2x2xf64>
  %11 = linalg.mul ins(%9, %10 : tensor<2x2xf64>, tensor<2x2xf64>) outs(%e : tensor<2x2xf64>) -> tensor<2x2xf64>
  %12 = linalg.select ins(%c, %11, %x : tensor<2x2xi1>, tensor<2x2xf64>, tensor<2x2xf64>) outs(%e : tensor<2x2xf64>) -> tensor<2x2xf64>
  return %12 : tensor<2x2xf64>
}
func.func private @pullback(tensor<2x2xf64>, tensor<2x2xi1>, tensor<2x2xf64>) -> tensor<2x2xf64> attributes {lagrad.pullback = @named_functions}
