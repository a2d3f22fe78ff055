// The same elementwise code on a tensor of unknown size.
func.func @tensor_elementwise_dynamic(%x: tensor<?x2xf64>, %y: tensor<?x2xf64>) -> tensor<?x2xf64> {
  %0 = arith.addf %x, %y : tensor<?x2xf64>
  %1 = math.sqrt %0 : tensor<?x2xf64>
  %2 = arith.mulf %1, %1 : tensor<?x2xf64>
  %3 = math.powf %x, %2 : tensor<?x2xf64>
  return %3 : tensor<?x2xf64>
}
func.func private @pullback(tensor<?x2xf64>, tensor<?x2xf64>, tensor<?x2xf64>) -> (tensor<?x2xf64>, tensor<?x2xf64>) attributes {lagrad.pullback = @tensor_elementwise_dynamic}
