// Padding, a convolution with a bias, a rectifier, a maximum over windows from minus infinity, a linear layer.
func.func @export_convolutional_network(%x: tensor<1x1x4x4xf64>, %k: tensor<2x1x3x3xf64>, %bias: tensor<2xf64>, %w: tensor<8x3xf64>) -> tensor<1x3xf64> {
  %zero = arith.constant 0.0 : f64
  %low = arith.constant 0xFFF0000000000000 : f64
  %p = tensor.pad %x low[0, 0, 1, 1] high[0, 0, 1, 1] {
  ^bb0(%a: index, %b: index, %c: index, %d: index):
    tensor.yield %zero : f64
  } : tensor<1x1x4x4xf64> to tensor<1x1x6x6xf64>
  %e = tensor.empty() : tensor<1x2x4x4xf64>
  %init = linalg.generic {indexing_maps = [affine_map<(n, c, i, j) -> (c)>, affine_map<(n, c, i, j) -> (n, c, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%bias : tensor<2xf64>) outs(%e : tensor<1x2x4x4xf64>) {
  ^bb0(%a: f64, %o: f64):
    linalg.yield %a : f64
  } -> tensor<1x2x4x4xf64>
  %0 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%p, %k : tensor<1x1x6x6xf64>, tensor<2x1x3x3xf64>) outs(%init : tensor<1x2x4x4xf64>) -> tensor<1x2x4x4xf64>
  %1 = linalg.generic {indexing_maps = [affine_map<(n, c, i, j) -> (n, c, i, j)>, affine_map<(n, c, i, j) -> (n, c, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%0 : tensor<1x2x4x4xf64>) outs(%e : tensor<1x2x4x4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %c = arith.cmpf ugt, %a, %zero : f64
    %r = arith.select %c, %a, %zero : f64
    linalg.yield %r : f64
  } -> tensor<1x2x4x4xf64>
  %e2 = tensor.empty() : tensor<1x2x2x2xf64>
  %lows = linalg.fill ins(%low : f64) outs(%e2 : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  %win = tensor.empty() : tensor<2x2xf64>
  %2 = linalg.pooling_nchw_max {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%1, %win : tensor<1x2x4x4xf64>, tensor<2x2xf64>) outs(%lows : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  %flat = tensor.collapse_shape %2 [[0], [1, 2, 3]] : tensor<1x2x2x2xf64> into tensor<1x8xf64>
  %z = arith.constant dense<0.0> : tensor<1x3xf64>
  %3 = linalg.matmul ins(%flat, %w : tensor<1x8xf64>, tensor<8x3xf64>) outs(%z : tensor<1x3xf64>) -> tensor<1x3xf64>
  return %3 : tensor<1x3xf64>
}
func.func private @pullback(tensor<1x1x4x4xf64>, tensor<2x1x3x3xf64>, tensor<2xf64>, tensor<8x3xf64>, tensor<1x3xf64>) -> (tensor<1x1x4x4xf64>, tensor<2x1x3x3xf64>, tensor<2xf64>, tensor<8x3xf64>) attributes {lagrad.pullback = @export_convolutional_network}
