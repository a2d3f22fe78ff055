// A carried counter that advances by two, beside the induction variable.
func.func @for_counter(%x: tensor<8xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%k = %c1, %p = %one) -> (index, f64) {
    %1 = tensor.extract %x[%k] : tensor<8xf64>
    %2 = tensor.extract %x[%i] : tensor<8xf64>
    %3 = arith.mulf %p, %1 : f64
    %4 = arith.addf %3, %2 : f64
    %next = arith.addi %k, %c2 : index
    scf.yield %next, %4 : index, f64
  }
  return %0#1 : f64
}
func.func private @pullback(tensor<8xf64>, index, f64) -> tensor<8xf64> attributes {lagrad.pullback = @for_counter}
