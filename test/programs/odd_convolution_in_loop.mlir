// A learnt filter: each step convolves the image with the carried filter and moves the filter.
func.func @odd_convolution_in_loop(%x: tensor<6xf64>, %w0: tensor<3xf64>, %rate: f64, %n: index) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : tensor<4xf64>
  %r = tensor.splat %rate : tensor<3xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%w = %w0) -> tensor<3xf64> {
    %1 = linalg.conv_1d ins(%x, %w : tensor<6xf64>, tensor<3xf64>) outs(%z : tensor<4xf64>) -> tensor<4xf64>
    %2 = math.tanh %1 : tensor<4xf64>
    %3 = tensor.extract_slice %2[1] [3] [1] : tensor<4xf64> to tensor<3xf64>
    %4 = arith.mulf %3, %r : tensor<3xf64>
    %5 = arith.subf %w, %4 : tensor<3xf64>
    scf.yield %5 : tensor<3xf64>
  }
  return %0 : tensor<3xf64>
}
func.func private @pullback(tensor<6xf64>, tensor<3xf64>, f64, index, tensor<3xf64>) -> (tensor<6xf64>, tensor<3xf64>, f64) attributes {lagrad.pullback = @odd_convolution_in_loop}
