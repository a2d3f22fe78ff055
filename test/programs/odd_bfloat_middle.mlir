// The middle of the program runs in bfloat16, in a loop.
func.func @odd_bfloat_middle(%x: tensor<3xf32>, %n: index) -> tensor<3xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<3xf32> {
    %a = arith.truncf %h : tensor<3xf32> to tensor<3xbf16>
    %1 = arith.mulf %a, %a : tensor<3xbf16>
    %2 = arith.extf %1 : tensor<3xbf16> to tensor<3xf32>
    %3 = math.sin %2 : tensor<3xf32>
    scf.yield %3 : tensor<3xf32>
  }
  return %0 : tensor<3xf32>
}
func.func private @pullback(tensor<3xf32>, index, tensor<3xf32>) -> tensor<3xf32> attributes {lagrad.pullback = @odd_bfloat_middle}
