// Blocks that a cf.switch chooses pass tensors on that are overwritten and read afterwards.
func.func @switch_passes_tensors_on(%x: tensor<3xf64>, %k: i32) -> (tensor<3xf64>, tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %y = math.sin %x : tensor<3xf64>
  %z = math.cos %x : tensor<3xf64>
  cf.switch %k : i32, [
    default: ^bb1(%y : tensor<3xf64>),
    1: ^bb1(%z : tensor<3xf64>),
    2: ^bb2,
    3: ^bb1(%x : tensor<3xf64>)
  ]
^bb2:
  %q = math.exp %x : tensor<3xf64>
  cf.br ^bb1(%q : tensor<3xf64>)
^bb1(%w: tensor<3xf64>):
  %v = tensor.insert %one into %w[%c0] : tensor<3xf64>
  %sum = arith.addf %y, %z : tensor<3xf64>
  %sum2 = arith.addf %sum, %x : tensor<3xf64>
  return %v, %sum2 : tensor<3xf64>, tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, i32, tensor<3xf64>, tensor<3xf64>) -> (tensor<3xf64>) attributes {lagrad.pullback = @switch_passes_tensors_on, lagrad.wrt = [0]}
