// One side of the branch has a static size, the other its argument's: they are equal at run time only.
func.func @if_sizes_from_cast(%c: i1, %v: tensor<?xf64> {lagrad.example = dense<[0.5, -0.25, 1.5]> : tensor<3xf64>}, %m: tensor<3x3xf64>) -> tensor<?xf64> {
  %0 = scf.if %c -> (tensor<?xf64>) {
    %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (j, i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
        ins(%m : tensor<3x3xf64>) outs(%v : tensor<?xf64>) {
    ^bb0(%a: f64, %acc: f64):
      %p = arith.mulf %a, %a : f64
      %s = arith.subf %acc, %p : f64
      linalg.yield %s : f64
    } -> tensor<?xf64>
    %2 = tensor.cast %1 : tensor<?xf64> to tensor<3xf64>
    %3 = math.exp %2 : tensor<3xf64>
    %4 = tensor.cast %3 : tensor<3xf64> to tensor<?xf64>
    scf.yield %4 : tensor<?xf64>
  } else {
    scf.yield %v : tensor<?xf64>
  }
  %5 = math.sin %0 : tensor<?xf64>
  return %5 : tensor<?xf64>
}
func.func private @pullback(i1, tensor<?xf64>, tensor<3x3xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<3x3xf64>) attributes {lagrad.pullback = @if_sizes_from_cast}
