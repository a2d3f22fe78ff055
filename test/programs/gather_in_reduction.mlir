// A sum of looked-up elements: the gather stands in a reduction, in a loop over a carried table.
func.func @gather_in_reduction(%x: tensor<4xf64>, %ids: tensor<2x3xi64> {lagrad.example = dense<[[0, 1, 1], [3, 2, 0]]> : tensor<2x3xi64>}, %n: index) -> tensor<2xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant dense<0.0> : tensor<2xf64>
  %0:2 = scf.for %k = %c0 to %n step %c1 iter_args(%t = %x, %r = %z) -> (tensor<4xf64>, tensor<2xf64>) {
    %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
        ins(%ids : tensor<2x3xi64>) outs(%r : tensor<2xf64>) {
    ^bb0(%id: i64, %o: f64):
      %i = arith.index_cast %id : i64 to index
      %a = tensor.extract %t[%i] : tensor<4xf64>
      %s = arith.addf %o, %a : f64
      linalg.yield %s : f64
    } -> tensor<2xf64>
    %2 = arith.mulf %t, %t : tensor<4xf64>
    %3 = math.sin %2 : tensor<4xf64>
    scf.yield %3, %1 : tensor<4xf64>, tensor<2xf64>
  }
  return %0#1 : tensor<2xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<2x3xi64>, index, tensor<2xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @gather_in_reduction}
