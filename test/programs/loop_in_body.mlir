// The body runs a loop: a power with an integer exponent that is data.
func.func @loop_in_body(%x: tensor<4xf64>, %n: tensor<4xindex> {lagrad.example = dense<[0, 1, 3, 2]> : tensor<4xindex>}) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf64>
  %one = arith.constant 1.0 : f64
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%x, %n : tensor<4xf64>, tensor<4xindex>) outs(%e : tensor<4xf64>) {
  ^bb0(%a: f64, %k: index, %o: f64):
    %p = scf.for %i = %c0 to %k step %c1 iter_args(%q = %one) -> f64 {
      %1 = arith.mulf %q, %a : f64
      scf.yield %1 : f64
    }
    linalg.yield %p : f64
  } -> tensor<4xf64>
  return %0 : tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<4xindex>, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @loop_in_body}
