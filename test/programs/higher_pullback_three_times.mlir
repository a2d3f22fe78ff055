// Pullbacks of pullbacks, three deep, through a loop over a carried tensor.
func.func @higher_pullback_three_times(%x: tensor<2xf64>, %s: f64, %n: index) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %t = tensor.splat %s : tensor<2xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<2xf64> {
    %1 = arith.mulf %h, %t : tensor<2xf64>
    %2 = math.sin %1 : tensor<2xf64>
    scf.yield %2 : tensor<2xf64>
  }
  return %0 : tensor<2xf64>
}
func.func private @first(tensor<2xf64>, f64, index, tensor<2xf64>) -> (tensor<2xf64>, f64) attributes {lagrad.pullback = @higher_pullback_three_times}
func.func private @second(tensor<2xf64>, f64, index, tensor<2xf64>, tensor<2xf64>, f64) -> (tensor<2xf64>, f64) attributes {lagrad.pullback = @first, lagrad.wrt = [0, 1]}
func.func private @third(tensor<2xf64>, f64, index, tensor<2xf64>, tensor<2xf64>, f64, tensor<2xf64>, f64) -> (tensor<2xf64>, f64) attributes {lagrad.pullback = @second, lagrad.wrt = [0, 1]}
