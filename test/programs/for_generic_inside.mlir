// A generic that captures the induction variable's value and the carried tensor.
func.func @for_generic_inside(%x: tensor<4xf64>, %w: tensor<4x4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %z = tensor.splat %zero : tensor<4xf64>
  %e = tensor.empty() : tensor<4xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %x) -> tensor<4xf64> {
    %k = arith.index_cast %i : index to i64
    %f = arith.sitofp %k : i64 to f64
    %1 = linalg.matvec ins(%w, %h : tensor<4x4xf64>, tensor<4xf64>) outs(%z : tensor<4xf64>) -> tensor<4xf64>
    %2 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%1, %h : tensor<4xf64>, tensor<4xf64>) outs(%e : tensor<4xf64>) {
    ^bb0(%a: f64, %b: f64, %o: f64):
      %p = arith.addf %a, %f : f64
      %q = math.tanh %p : f64
      %r = arith.mulf %q, %b : f64
      linalg.yield %r : f64
    } -> tensor<4xf64>
    scf.yield %2 : tensor<4xf64>
  }
  return %0 : tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<4x4xf64>, index, tensor<4xf64>) -> (tensor<4xf64>, tensor<4x4xf64>) attributes {lagrad.pullback = @for_generic_inside}
