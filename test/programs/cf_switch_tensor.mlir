// A switch over blocks that make tensors.
func.func @cf_switch_tensor(%k: i32, %x: tensor<2xf64>) -> tensor<2xf64> {
  cf.switch %k : i32, [
    default: ^other(%x : tensor<2xf64>),
    0: ^sine,
    3: ^square(%x : tensor<2xf64>)
  ]
^sine:
  %0 = math.sin %x : tensor<2xf64>
  cf.br ^other(%0 : tensor<2xf64>)
^square(%a: tensor<2xf64>):
  %1 = arith.mulf %a, %a : tensor<2xf64>
  cf.br ^other(%1 : tensor<2xf64>)
^other(%b: tensor<2xf64>):
  %2 = arith.mulf %b, %x : tensor<2xf64>
  return %2 : tensor<2xf64>
}
func.func private @pullback(i32, tensor<2xf64>, tensor<2xf64>) -> tensor<2xf64> attributes {lagrad.pullback = @cf_switch_tensor}
