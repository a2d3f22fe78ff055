// A bitcast of an inactive value is a constant like any other, be it of a number or of a tensor.
func.func @scalar_bitcast_of_constant(%x: f64, %bits: i64) -> f64 {
  %0 = arith.bitcast %bits : i64 to f64
  %one = arith.constant 1.0 : f64
  %1 = arith.addf %0, %one : f64
  %2 = arith.mulf %1, %x : f64
  %c0 = arith.constant 0 : index
  %many = tensor.splat %bits : tensor<2xi64>
  %numbers = tensor.bitcast %many : tensor<2xi64> to tensor<2xf64>
  %same = tensor.extract %numbers[%c0] : tensor<2xf64>
  %zero = arith.subf %same, %0 : f64
  %y = arith.addf %x, %zero : f64
  %3 = arith.mulf %2, %y : f64
  return %3 : f64
}
func.func private @gradient(f64, i64) -> f64 attributes {lagrad.gradient = @scalar_bitcast_of_constant}
