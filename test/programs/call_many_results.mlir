// A callee with several results: one unused, one an integer, one its own argument.
func.func private @call_many_results_inner(%a: f64, %n: index, %b: f64) -> (f64, index, f64, f64) {
  %c1 = arith.constant 1 : index
  %0 = arith.mulf %a, %b : f64
  %1 = arith.addi %n, %c1 : index
  %2 = math.exp %b : f64
  return %0, %1, %a, %2 : f64, index, f64, f64
}
func.func @call_many_results(%x: f64, %y: f64, %n: index, %v: tensor<8xf64>) -> f64 {
  %0:4 = func.call @call_many_results_inner(%x, %n, %y) : (f64, index, f64) -> (f64, index, f64, f64)
  %1 = tensor.extract %v[%0#1] : tensor<8xf64>
  %2 = arith.mulf %0#0, %0#2 : f64
  %3 = arith.mulf %2, %1 : f64
  return %3 : f64
}
func.func private @pullback(f64, f64, index, tensor<8xf64>, f64) -> (f64, f64, tensor<8xf64>) attributes {lagrad.pullback = @call_many_results}
