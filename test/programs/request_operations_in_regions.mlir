// Gradients asked for inside the body of a generic and a branch.
func.func @weighted(%x: f64, %y: f64) -> f64 {
  %s = math.exp %x : f64
  %m = arith.mulf %s, %y : f64
  return %m : f64
}
func.func @request_operations_in_regions(%x: tensor<3xf64>, %p: i1, %z: f64) -> tensor<3xf64> {
  %e = tensor.empty() : tensor<3xf64>
  %r = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]} ins(%x : tensor<3xf64>) outs(%e : tensor<3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %d:2 = "lagrad.grad"(%a, %z, %a) {F = @weighted, of = [1, 0], grad_signal} : (f64, f64, f64) -> (f64, f64)
    %v = scf.if %p -> f64 {
      %q = "lagrad.grad"(%a, %z) {F = @weighted, of = [0]} : (f64, f64) -> f64
      scf.yield %q : f64
    } else {
      scf.yield %d#1 : f64
    }
    %w = arith.addf %v, %d#0 : f64
    linalg.yield %w : f64
  } -> tensor<3xf64>
  return %r : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, i1, f64, tensor<3xf64>) -> (tensor<3xf64>, f64) attributes {lagrad.pullback = @request_operations_in_regions}
