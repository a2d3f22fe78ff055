// A branch with an integer result beside a float one; the integer steers what follows.
func.func @if_integer_result(%x: f64, %v: tensor<4xf64>) -> f64 {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %c = arith.cmpf olt, %x, %one : f64
  %0:2 = scf.if %c -> (index, f64) {
    %1 = arith.mulf %x, %x : f64
    scf.yield %c1, %1 : index, f64
  } else {
    scf.yield %c3, %x : index, f64
  }
  %2 = tensor.extract %v[%0#0] : tensor<4xf64>
  %3 = arith.mulf %2, %0#1 : f64
  return %3 : f64
}
func.func private @pullback(f64, tensor<4xf64>, f64) -> (f64, tensor<4xf64>) attributes {lagrad.pullback = @if_integer_result}
