// A different operation in every iteration, on a tensor.
func.func @index_switch_in_loop(%x: tensor<3xf64>, %w: tensor<3xf64>, %n: index {lagrad.example = 7 : index}) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<3xf64> {
    %k = arith.remui %i, %c3 : index
    %1 = scf.index_switch %k -> tensor<3xf64>
    case 0 {
      %2 = arith.mulf %h, %w : tensor<3xf64>
      scf.yield %2 : tensor<3xf64>
    }
    case 1 {
      %2 = math.tanh %h : tensor<3xf64>
      scf.yield %2 : tensor<3xf64>
    }
    default {
      %2 = arith.addf %h, %w : tensor<3xf64>
      %3 = arith.mulf %2, %h : tensor<3xf64>
      scf.yield %3 : tensor<3xf64>
    }
    scf.yield %1 : tensor<3xf64>
  }
  return %0 : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, tensor<3xf64>, index, tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) attributes {lagrad.pullback = @index_switch_in_loop}
