// The one float result of several is the one whose gradient is meant.
func.func @request_gradient_with_integer_result(%x: f64, %n: index) -> (index, f64, i1) {
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %0 = arith.addi %n, %c1 : index
  %1 = math.log %x : f64
  %2 = arith.cmpf olt, %x, %one : f64
  return %0, %1, %2 : index, f64, i1
}
func.func private @gradient(f64, index) -> f64 attributes {lagrad.gradient = @request_gradient_with_integer_result}
