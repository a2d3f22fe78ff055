// A reduction that exchanges its two outputs in each step.
func.func @reduce_swaps_outputs(%x: tensor<3x4xf64>, %p: tensor<3xf64>, %q: tensor<3xf64>) -> (tensor<3xf64>, tensor<3xf64>) {
  %r:2 = linalg.reduce ins(%x, %x : tensor<3x4xf64>, tensor<3x4xf64>) outs(%p, %q : tensor<3xf64>, tensor<3xf64>) dimensions = [1]
    (%a: f64, %a2: f64, %u: f64, %v: f64) {
      %s = arith.addf %u, %a : f64
      linalg.yield %v, %s : f64, f64
    }
  return %r#0, %r#1 : tensor<3xf64>, tensor<3xf64>
}
func.func private @pullback(tensor<3x4xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<3x4xf64>, tensor<3xf64>, tensor<3xf64>) attributes {lagrad.pullback = @reduce_swaps_outputs}
