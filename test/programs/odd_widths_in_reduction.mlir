// Single precision in, sums in double precision, single precision out, in a loop.
func.func @odd_widths_in_reduction(%x: tensor<2x3xf32>, %n: index) -> tensor<2xf32> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : tensor<2xf64>
  %zero = arith.constant dense<1.0> : tensor<2xf32>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%h = %zero) -> tensor<2xf32> {
    %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
        ins(%x, %h : tensor<2x3xf32>, tensor<2xf32>) outs(%z : tensor<2xf64>) {
    ^bb0(%a: f32, %b: f32, %o: f64):
      %2 = arith.mulf %a, %b : f32
      %3 = arith.extf %2 : f32 to f64
      %4 = math.sin %3 : f64
      %5 = arith.addf %o, %4 : f64
      linalg.yield %5 : f64
    } -> tensor<2xf64>
    %6 = arith.truncf %1 : tensor<2xf64> to tensor<2xf32>
    scf.yield %6 : tensor<2xf32>
  }
  return %0 : tensor<2xf32>
}
func.func private @pullback(tensor<2x3xf32>, index, tensor<2xf32>) -> tensor<2x3xf32> attributes {lagrad.pullback = @odd_widths_in_reduction}
