// A transposed convolution as exporters write it: zeros between the elements, a border, a flipped kernel.
func.func @export_transposed_convolution(%x: tensor<1x1x2x2xf64>, %k: tensor<1x1x2x2xf64>) -> tensor<1x1x4x4xf64> {
  %zero = arith.constant 0.0 : f64
  %c1 = arith.constant 1 : index
  %e0 = tensor.empty() : tensor<1x1x5x5xf64>
  %z0 = linalg.fill ins(%zero : f64) outs(%e0 : tensor<1x1x5x5xf64>) -> tensor<1x1x5x5xf64>
  %0 = tensor.insert_slice %x into %z0[0, 0, 1, 1] [1, 1, 2, 2] [1, 1, 2, 2] : tensor<1x1x2x2xf64> into tensor<1x1x5x5xf64>
  %e1 = tensor.empty() : tensor<1x1x2x2xf64>
  %flipped = linalg.generic {indexing_maps = [affine_map<(f, c, i, j) -> (f, c, i, j)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      outs(%e1 : tensor<1x1x2x2xf64>) {
  ^bb0(%o: f64):
    %f = linalg.index 0 : index
    %c = linalg.index 1 : index
    %i = linalg.index 2 : index
    %j = linalg.index 3 : index
    %r = arith.subi %c1, %i : index
    %s = arith.subi %c1, %j : index
    %a = tensor.extract %k[%c, %f, %r, %s] : tensor<1x1x2x2xf64>
    linalg.yield %a : f64
  } -> tensor<1x1x2x2xf64>
  %z1 = arith.constant dense<0.0> : tensor<1x1x4x4xf64>
  %1 = linalg.conv_2d_nchw_fchw {dilations = dense<1> : vector<2xi64>, strides = dense<1> : vector<2xi64>}
      ins(%0, %flipped : tensor<1x1x5x5xf64>, tensor<1x1x2x2xf64>) outs(%z1 : tensor<1x1x4x4xf64>) -> tensor<1x1x4x4xf64>
  %2 = arith.mulf %1, %1 : tensor<1x1x4x4xf64>
  return %2 : tensor<1x1x4x4xf64>
}
func.func private @pullback(tensor<1x1x2x2xf64>, tensor<1x1x2x2xf64>, tensor<1x1x4x4xf64>) -> (tensor<1x1x2x2xf64>, tensor<1x1x2x2xf64>) attributes {lagrad.pullback = @export_transposed_convolution}
