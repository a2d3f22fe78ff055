// A tensor generated anew in every iteration from the one before.
func.func @generate_in_loop(%x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %0 = scf.for %t = %c0 to %n step %c1 iter_args(%u = %x) -> tensor<4xf64> {
    %1 = tensor.generate {
    ^bb0(%i: index):
      %k = arith.addi %i, %t : index
      %l = arith.remui %k, %c4 : index
      %a = tensor.extract %u[%i] : tensor<4xf64>
      %b = tensor.extract %u[%l] : tensor<4xf64>
      %2 = arith.mulf %a, %b : f64
      %3 = math.sin %2 : f64
      tensor.yield %3 : f64
    } : tensor<4xf64>
    scf.yield %1 : tensor<4xf64>
  }
  return %0 : tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, index, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @generate_in_loop}
