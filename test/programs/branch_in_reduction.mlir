// A sum with a branch on the data; the branch also reads a captured scalar.
func.func @branch_in_reduction(%x: tensor<?x3xf64>, %s: f64) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x3xf64>
  %e = tensor.empty(%n) : tensor<?xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?xf64>) -> tensor<?xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x : tensor<?x3xf64>) outs(%z : tensor<?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %c = arith.cmpf ogt, %a, %one : f64
    %r = scf.if %c -> f64 {
      %p = arith.mulf %a, %s : f64
      scf.yield %p : f64
    } else {
      %p = arith.mulf %a, %a : f64
      scf.yield %p : f64
    }
    %t = arith.addf %o, %r : f64
    linalg.yield %t : f64
  } -> tensor<?xf64>
  return %0 : tensor<?xf64>
}
func.func private @pullback(tensor<?x3xf64>, f64, tensor<?xf64>) -> (tensor<?x3xf64>, f64) attributes {lagrad.pullback = @branch_in_reduction}
