// A strided depthwise convolution and a pointwise one, channels first, with averages over the image.
func.func @export_depthwise_network(%x: tensor<1x2x5x5xf64>, %d: tensor<2x3x3xf64>, %k: tensor<3x2x1x1xf64>) -> tensor<1x3xf64> {
  %zero = arith.constant 0.0 : f64
  %n = arith.constant 4.0 : f64
  %z0 = arith.constant dense<0.0> : tensor<1x2x2x2xf64>
  %z1 = arith.constant dense<0.0> : tensor<1x3x2x2xf64>
  %0 = linalg.depthwise_conv_2d_nchw_chw {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>}
      ins(%x, %d : tensor<1x2x5x5xf64>, tensor<2x3x3xf64>) outs(%z0 : tensor<1x2x2x2xf64>) -> tensor<1x2x2x2xf64>
  %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%0, %k : tensor<1x2x2x2xf64>, tensor<3x2x1x1xf64>) outs(%z1 : tensor<1x3x2x2xf64>) -> tensor<1x3x2x2xf64>
  %e = tensor.empty() : tensor<1x3x1x1xf64>
  %z2 = linalg.fill ins(%zero : f64) outs(%e : tensor<1x3x1x1xf64>) -> tensor<1x3x1x1xf64>
  %w = tensor.empty() : tensor<2x2xf64>
  %2 = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%1, %w : tensor<1x3x2x2xf64>, tensor<2x2xf64>) outs(%z2 : tensor<1x3x1x1xf64>) -> tensor<1x3x1x1xf64>
  %3 = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%2 : tensor<1x3x1x1xf64>) outs(%e : tensor<1x3x1x1xf64>) {
  ^bb0(%a: f64, %o: f64):
    %m = arith.divf %a, %n : f64
    %s = math.log1p %m : f64
    linalg.yield %s : f64
  } -> tensor<1x3x1x1xf64>
  %4 = tensor.collapse_shape %3 [[0], [1, 2, 3]] : tensor<1x3x1x1xf64> into tensor<1x3xf64>
  return %4 : tensor<1x3xf64>
}
func.func private @pullback(tensor<1x2x5x5xf64>, tensor<2x3x3xf64>, tensor<3x2x1x1xf64>, tensor<1x3xf64>) -> (tensor<1x2x5x5xf64>, tensor<2x3x3xf64>, tensor<3x2x1x1xf64>) attributes {lagrad.pullback = @export_depthwise_network}
