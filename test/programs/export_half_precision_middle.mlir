// The middle of the program runs in half precision; cotangents change width twice.
func.func @export_half_precision_middle(%x: tensor<3xf32>, %w: tensor<3xf32>) -> tensor<3xf32> {
  %a = arith.truncf %x : tensor<3xf32> to tensor<3xf16>
  %b = arith.truncf %w : tensor<3xf32> to tensor<3xf16>
  %0 = arith.mulf %a, %b : tensor<3xf16>
  %1 = arith.extf %0 : tensor<3xf16> to tensor<3xf32>
  %2 = math.tanh %1 : tensor<3xf32>
  %3 = arith.mulf %2, %x : tensor<3xf32>
  return %3 : tensor<3xf32>
}
func.func private @pullback(tensor<3xf32>, tensor<3xf32>, tensor<3xf32>) -> (tensor<3xf32>, tensor<3xf32>) attributes {lagrad.pullback = @export_half_precision_middle}
