// A layer normalisation in single precision whose statistics are computed in double precision.
func.func @export_layer_norm_wide_statistics(%x: tensor<?x4xf32>, %g: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<?x4xf32> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %four = arith.constant 4.0 : f64
  %eps = arith.constant 1.0e-5 : f64
  %n = tensor.dim %x, %c0 : tensor<?x4xf32>
  %e = tensor.empty(%n) : tensor<?x1xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?x1xf64>) -> tensor<?x1xf64>
  %s = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x4xf32>) outs(%z : tensor<?x1xf64>) {
  ^bb0(%a: f32, %o: f64):
    %w = arith.extf %a : f32 to f64
    %1 = arith.addf %o, %w : f64
    linalg.yield %1 : f64
  } -> tensor<?x1xf64>
  %v = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %s : tensor<?x4xf32>, tensor<?x1xf64>) outs(%z : tensor<?x1xf64>) {
  ^bb0(%a: f32, %t: f64, %o: f64):
    %w = arith.extf %a : f32 to f64
    %m = arith.divf %t, %four : f64
    %d = arith.subf %w, %m : f64
    %q = arith.mulf %d, %d : f64
    %1 = arith.addf %o, %q : f64
    linalg.yield %1 : f64
  } -> tensor<?x1xf64>
  %f = tensor.empty(%n) : tensor<?x4xf32>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (i, 0)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%x, %s, %v, %g, %b : tensor<?x4xf32>, tensor<?x1xf64>, tensor<?x1xf64>, tensor<4xf32>, tensor<4xf32>) outs(%f : tensor<?x4xf32>) {
  ^bb0(%a: f32, %t: f64, %q: f64, %gain: f32, %bias: f32, %o: f32):
    %m = arith.divf %t, %four : f64
    %p = arith.divf %q, %four : f64
    %r = arith.addf %p, %eps : f64
    %i = math.rsqrt %r : f64
    %w = arith.extf %a : f32 to f64
    %d = arith.subf %w, %m : f64
    %u = arith.mulf %d, %i : f64
    %h = arith.truncf %u : f64 to f32
    %k = arith.mulf %h, %gain : f32
    %l = arith.addf %k, %bias : f32
    linalg.yield %l : f32
  } -> tensor<?x4xf32>
  return %0 : tensor<?x4xf32>
}
func.func private @pullback(tensor<?x4xf32>, tensor<4xf32>, tensor<4xf32>, tensor<?x4xf32>) -> (tensor<?x4xf32>, tensor<4xf32>, tensor<4xf32>) attributes {lagrad.pullback = @export_layer_norm_wide_statistics}
