// Sizes known only at run time; the part in the middle is not active.
func.func @concat_dynamic(%x: tensor<?x2xf64>, %y: tensor<?x2xf64>) -> tensor<?x2xf64> {
  %c = arith.constant dense<[[2.0, 3.0]]> : tensor<1x2xf64>
  %0 = tensor.concat dim(0) %x, %c, %y : (tensor<?x2xf64>, tensor<1x2xf64>, tensor<?x2xf64>) -> tensor<?x2xf64>
  %1 = math.sin %0 : tensor<?x2xf64>
  return %1 : tensor<?x2xf64>
}
func.func private @pullback(tensor<?x2xf64>, tensor<?x2xf64>, tensor<?x2xf64>) -> (tensor<?x2xf64>, tensor<?x2xf64>) attributes {lagrad.pullback = @concat_dynamic}
