// The log-likelihood of points under spherical Gaussians, by whole-tensor operations.
func.func @gaussian_mixture(%alpha: tensor<3xf64>, %mu: tensor<3x2xf64>, %logs: tensor<3xf64>, %x: tensor<5x2xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %low = arith.constant 0xFFF0000000000000 : f64
  %e = tensor.empty() : tensor<5x3xf64>
  %z53 = linalg.fill ins(%zero : f64) outs(%e : tensor<5x3xf64>) -> tensor<5x3xf64>
  %dist = linalg.generic {indexing_maps = [affine_map<(n, k, d) -> (n, d)>, affine_map<(n, k, d) -> (k, d)>, affine_map<(n, k, d) -> (n, k)>], iterator_types = ["parallel", "parallel", "reduction"]}
      ins(%x, %mu : tensor<5x2xf64>, tensor<3x2xf64>) outs(%z53 : tensor<5x3xf64>) {
  ^bb0(%a: f64, %b: f64, %acc: f64):
    %d = arith.subf %a, %b : f64
    %q = arith.mulf %d, %d : f64
    %s = arith.addf %acc, %q : f64
    linalg.yield %s : f64
  } -> tensor<5x3xf64>
  %term = linalg.generic {indexing_maps = [affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (k)>, affine_map<(n, k) -> (k)>, affine_map<(n, k) -> (n, k)>], iterator_types = ["parallel", "parallel"]}
      ins(%dist, %alpha, %logs : tensor<5x3xf64>, tensor<3xf64>, tensor<3xf64>) outs(%e : tensor<5x3xf64>) {
  ^bb0(%d: f64, %al: f64, %ls: f64, %o: f64):
    %w = math.exp %ls : f64
    %p = arith.mulf %d, %w : f64
    %q = arith.mulf %p, %half : f64
    %r = arith.subf %al, %q : f64
    %t = arith.addf %r, %ls : f64
    linalg.yield %t : f64
  } -> tensor<5x3xf64>
  %l5 = tensor.splat %low : tensor<5xf64>
  %z5 = tensor.splat %zero : tensor<5xf64>
  %max = linalg.reduce ins(%term : tensor<5x3xf64>) outs(%l5 : tensor<5xf64>) dimensions = [1]
    (%a: f64, %acc: f64) {
      %m = arith.maximumf %a, %acc : f64
      linalg.yield %m : f64
    }
  %sum = linalg.generic {indexing_maps = [affine_map<(n, k) -> (n, k)>, affine_map<(n, k) -> (n)>, affine_map<(n, k) -> (n)>], iterator_types = ["parallel", "reduction"]}
      ins(%term, %max : tensor<5x3xf64>, tensor<5xf64>) outs(%z5 : tensor<5xf64>) {
  ^bb0(%a: f64, %m: f64, %acc: f64):
    %d = arith.subf %a, %m : f64
    %x1 = math.exp %d : f64
    %s = arith.addf %acc, %x1 : f64
    linalg.yield %s : f64
  } -> tensor<5xf64>
  %z = tensor.from_elements %zero : tensor<f64>
  %total = linalg.generic {indexing_maps = [affine_map<(n) -> (n)>, affine_map<(n) -> (n)>, affine_map<(n) -> ()>], iterator_types = ["reduction"]}
      ins(%sum, %max : tensor<5xf64>, tensor<5xf64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %m: f64, %acc: f64):
    %l = math.log %a : f64
    %v = arith.addf %l, %m : f64
    %s = arith.addf %acc, %v : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %r = tensor.extract %total[] : tensor<f64>
  return %r : f64
}
func.func private @gradient(tensor<3xf64>, tensor<3x2xf64>, tensor<3xf64>, tensor<5x2xf64>) -> (tensor<3xf64>, tensor<3x2xf64>, tensor<3xf64>) attributes {lagrad.gradient = @gaussian_mixture, lagrad.wrt = [0, 1, 2]}
