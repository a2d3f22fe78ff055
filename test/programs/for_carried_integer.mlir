// A carried integer steers which element is read; it is undone or recorded, never differentiated.
func.func @for_carried_integer(%x: tensor<8xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c8 = arith.constant 8 : index
  %one = arith.constant 1.0 : f64
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%at = %c1, %p = %one) -> (index, f64) {
    %1 = tensor.extract %x[%at] : tensor<8xf64>
    %2 = arith.mulf %p, %1 : f64
    %3 = arith.muli %at, %c3 : index
    %4 = arith.remui %3, %c8 : index
    scf.yield %4, %2 : index, f64
  }
  return %0#1 : f64
}
func.func private @pullback(tensor<8xf64>, index, f64) -> tensor<8xf64> attributes {lagrad.pullback = @for_carried_integer}
