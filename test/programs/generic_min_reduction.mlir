// A minimum over columns, of a tensor of unknown size, with an active start value.
func.func @generic_min_reduction(%x: tensor<?x?xf64>, %start: tensor<?xf64>) -> tensor<?xf64> {
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x?xf64>) outs(%start : tensor<?xf64>) {
  ^bb0(%a: f64, %acc: f64):
    %m = arith.minimumf %acc, %a : f64
    linalg.yield %m : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
func.func private @pullback(tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>) attributes {lagrad.pullback = @generic_min_reduction}
