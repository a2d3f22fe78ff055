// A loop over an empty range, carrying a tensor and a scalar.
func.func @for_zero_trips(%x: tensor<3xf64>, %y: f64, %n: index {lagrad.example = 0 : index}) -> (tensor<3xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x, %p = %y) -> (tensor<3xf64>, f64) {
    %1 = math.exp %h : tensor<3xf64>
    %2 = arith.mulf %p, %p : f64
    scf.yield %1, %2 : tensor<3xf64>, f64
  }
  return %0#0, %0#1 : tensor<3xf64>, f64
}
func.func private @pullback(tensor<3xf64>, f64, index, tensor<3xf64>, f64) -> (tensor<3xf64>, f64) attributes {lagrad.pullback = @for_zero_trips}
