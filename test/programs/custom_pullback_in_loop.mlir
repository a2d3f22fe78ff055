// The pullback of the identity clips the cotangent, in every iteration.
func.func private @clipped(%x: tensor<2xf64>) -> tensor<2xf64> attributes {lagrad.custom_pullback = @clipped_pullback} {
  return %x : tensor<2xf64>
}
func.func private @clipped_pullback(%x: tensor<2xf64>, %ct: tensor<2xf64>) -> tensor<2xf64> {
  %low = arith.constant dense<-0.75> : tensor<2xf64>
  %high = arith.constant dense<0.75> : tensor<2xf64>
  %0 = arith.maximumf %ct, %low : tensor<2xf64>
  %1 = arith.minimumf %0, %high : tensor<2xf64>
  return %1 : tensor<2xf64>
}
func.func @custom_pullback_in_loop(%x: tensor<2xf64>, %w: tensor<2xf64>, %n: index) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<2xf64> {
    %1 = func.call @clipped(%h) : (tensor<2xf64>) -> tensor<2xf64>
    %2 = arith.mulf %1, %w : tensor<2xf64>
    %3 = math.sin %2 : tensor<2xf64>
    scf.yield %3 : tensor<2xf64>
  }
  return %0 : tensor<2xf64>
}
func.func private @pullback(tensor<2xf64>, tensor<2xf64>, index, tensor<2xf64>) -> (tensor<2xf64>, tensor<2xf64>) attributes {lagrad.pullback = @custom_pullback_in_loop}
