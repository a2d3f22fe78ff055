// The same element is overwritten in every trip: only the last value counts.
func.func @for_insert_overwrites(%x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<4xf64> {
    %1 = tensor.extract %h[%c2] : tensor<4xf64>
    %2 = tensor.extract %x[%i] : tensor<4xf64>
    %3 = arith.mulf %1, %2 : f64
    %4 = math.sin %3 : f64
    %5 = tensor.insert %4 into %h[%c2] : tensor<4xf64>
    %6 = tensor.insert %2 into %5[%c0] : tensor<4xf64>
    scf.yield %6 : tensor<4xf64>
  }
  return %0 : tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, index, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @for_insert_overwrites}
