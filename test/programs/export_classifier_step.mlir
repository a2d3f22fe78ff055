// A convolution, averages, a dense layer and the loss of picked labels, for any number of samples in f32.
func.func @export_classifier_step(%x: tensor<?x1x6x6xf32>, %k: tensor<2x1x3x3xf32>, %bias: tensor<2xf32>, %w: tensor<8x3xf32>, %lab: tensor<?xi64> {lagrad.example = dense<[0, 2, 1, 1]> : tensor<4xi64>}) -> f32 {
  %c0 = arith.constant 0 : index
  %z = arith.constant 0.0 : f32
  %ninf = arith.constant 0xFF800000 : f32
  %q = arith.constant 2.5e-1 : f32
  %n = tensor.dim %x, %c0 : tensor<?x1x6x6xf32>
  %e1 = tensor.empty(%n) : tensor<?x2x4x4xf32>
  %bb = linalg.broadcast ins(%bias : tensor<2xf32>) outs(%e1 : tensor<?x2x4x4xf32>) dimensions = [0, 2, 3]
  %c = linalg.conv_2d_nchw_fchw {dilations = dense<1> : tensor<2xi64>, strides = dense<1> : tensor<2xi64>} ins(%x, %k : tensor<?x1x6x6xf32>, tensor<2x1x3x3xf32>) outs(%bb : tensor<?x2x4x4xf32>) -> tensor<?x2x4x4xf32>
  %r = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]} ins(%c : tensor<?x2x4x4xf32>) outs(%e1 : tensor<?x2x4x4xf32>) {
  ^bb0(%a: f32, %o: f32):
    %g = arith.cmpf ugt, %a, %z : f32
    %s = arith.select %g, %a, %z : f32
    linalg.yield %s : f32
  } -> tensor<?x2x4x4xf32>
  %e2 = tensor.empty(%n) : tensor<?x2x2x2xf32>
  %f2 = linalg.fill ins(%z : f32) outs(%e2 : tensor<?x2x2x2xf32>) -> tensor<?x2x2x2xf32>
  %win = tensor.empty() : tensor<2x2xf32>
  %p = linalg.pooling_nchw_sum {dilations = dense<1> : vector<2xi64>, strides = dense<2> : vector<2xi64>} ins(%r, %win : tensor<?x2x4x4xf32>, tensor<2x2xf32>) outs(%f2 : tensor<?x2x2x2xf32>) -> tensor<?x2x2x2xf32>
  %fl = tensor.collapse_shape %p [[0], [1, 2, 3]] : tensor<?x2x2x2xf32> into tensor<?x8xf32>
  %e3 = tensor.empty(%n) : tensor<?x3xf32>
  %f3 = linalg.fill ins(%z : f32) outs(%e3 : tensor<?x3xf32>) -> tensor<?x3xf32>
  %d = linalg.matmul ins(%fl, %w : tensor<?x8xf32>, tensor<8x3xf32>) outs(%f3 : tensor<?x3xf32>) -> tensor<?x3xf32>
  %e4 = tensor.empty(%n) : tensor<?xf32>
  %f4 = linalg.fill ins(%ninf : f32) outs(%e4 : tensor<?xf32>) -> tensor<?xf32>
  %mx = linalg.reduce { arith.maximumf } ins(%d : tensor<?x3xf32>) outs(%f4 : tensor<?xf32>) dimensions = [1]
  %f5 = linalg.fill ins(%z : f32) outs(%e4 : tensor<?xf32>) -> tensor<?xf32>
  %se = linalg.generic {indexing_maps = [affine_map<(a, b) -> (a, b)>, affine_map<(a, b) -> (a)>, affine_map<(a, b) -> (a)>], iterator_types = ["parallel", "reduction"]} ins(%d, %mx : tensor<?x3xf32>, tensor<?xf32>) outs(%f5 : tensor<?xf32>) {
  ^bb0(%a: f32, %m: f32, %o: f32):
    %s = arith.subf %a, %m : f32
    %ex = math.exp %s : f32
    %t = arith.addf %o, %ex : f32
    linalg.yield %t : f32
  } -> tensor<?xf32>
  %e5 = tensor.empty() : tensor<f32>
  %f6 = linalg.fill ins(%z : f32) outs(%e5 : tensor<f32>) -> tensor<f32>
  %loss = linalg.generic {indexing_maps = [affine_map<(a) -> (a)>, affine_map<(a) -> (a)>, affine_map<(a) -> (a)>, affine_map<(a) -> ()>], iterator_types = ["reduction"]} ins(%se, %mx, %lab : tensor<?xf32>, tensor<?xf32>, tensor<?xi64>) outs(%f6 : tensor<f32>) {
  ^bb0(%s: f32, %m: f32, %l: i64, %o: f32):
    %i = linalg.index 0 : index
    %j = arith.index_cast %l : i64 to index
    %c3 = arith.constant 3 : index
    %ok = arith.cmpi ult, %j, %c3 : index
    cf.assert %ok, "label out of range"
    %v = tensor.extract %d[%i, %j] : tensor<?x3xf32>
    %lg = math.log %s : f32
    %t = arith.addf %lg, %m : f32
    %u = arith.subf %t, %v : f32
    %w2 = arith.addf %o, %u : f32
    linalg.yield %w2 : f32
  } -> tensor<f32>
  %out = tensor.extract %loss[] : tensor<f32>
  %avg = arith.mulf %out, %q : f32
  return %avg : f32
}
func.func private @gradient(tensor<?x1x6x6xf32>, tensor<2x1x3x3xf32>, tensor<2xf32>, tensor<8x3xf32>, tensor<?xi64>) -> (f32, tensor<2x1x3x3xf32>, tensor<2xf32>, tensor<8x3xf32>) attributes {lagrad.gradient = @export_classifier_step, lagrad.wrt = [1, 2, 3], lagrad.with_primal}
