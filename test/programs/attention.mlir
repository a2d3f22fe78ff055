// Scaled dot-product attention: two products with a softmax of rows between them.
func.func @attention(%q: tensor<2x3xf64>, %k: tensor<4x3xf64>, %v: tensor<4x2xf64>) -> tensor<2x2xf64> {
  %zero = arith.constant 0.0 : f64
  %z24 = tensor.splat %zero : tensor<2x4xf64>
  %z22 = tensor.splat %zero : tensor<2x2xf64>
  %z2 = tensor.splat %zero : tensor<2xf64>
  %e = tensor.empty() : tensor<2x4xf64>
  %scores = linalg.matmul
      indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%q, %k : tensor<2x3xf64>, tensor<4x3xf64>) outs(%z24 : tensor<2x4xf64>) -> tensor<2x4xf64>
  %ex = linalg.exp ins(%scores : tensor<2x4xf64>) outs(%e : tensor<2x4xf64>) -> tensor<2x4xf64>
  %sum = linalg.reduce ins(%ex : tensor<2x4xf64>) outs(%z2 : tensor<2xf64>) dimensions = [1]
    (%a: f64, %acc: f64) {
      %s = arith.addf %acc, %a : f64
      linalg.yield %s : f64
    }
  %rows = linalg.broadcast ins(%sum : tensor<2xf64>) outs(%e : tensor<2x4xf64>) dimensions = [1]
  %p = linalg.div ins(%ex, %rows : tensor<2x4xf64>, tensor<2x4xf64>) outs(%e : tensor<2x4xf64>) -> tensor<2x4xf64>
  %r = linalg.matmul ins(%p, %v : tensor<2x4xf64>, tensor<4x2xf64>) outs(%z22 : tensor<2x2xf64>) -> tensor<2x2xf64>
  return %r : tensor<2x2xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<4x3xf64>, tensor<4x2xf64>, tensor<2x2xf64>) -> (tensor<2x3xf64>, tensor<4x3xf64>, tensor<4x2xf64>) attributes {lagrad.pullback = @attention}
