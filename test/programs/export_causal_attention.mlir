// Scores masked with minus infinity above the diagonal, softmax by hand, of a dynamic number of tokens.
func.func @export_causal_attention(%q: tensor<?x2xf64>, %k: tensor<?x2xf64>, %v: tensor<?x2xf64>) -> tensor<?x2xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %low = arith.constant 0xFFF0000000000000 : f64
  %scale = arith.constant 0.70710678118654757 : f64
  %n = tensor.dim %q, %c0 : tensor<?x2xf64>
  %e = tensor.empty(%n, %n) : tensor<?x?xf64>
  %z = linalg.fill ins(%zero : f64) outs(%e : tensor<?x?xf64>) -> tensor<?x?xf64>
  %0 = linalg.matmul indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (n, k)>, affine_map<(m, n, k) -> (m, n)>]
      ins(%q, %k : tensor<?x2xf64>, tensor<?x2xf64>) outs(%z : tensor<?x?xf64>) -> tensor<?x?xf64>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<?x?xf64>) outs(%e : tensor<?x?xf64>) {
  ^bb0(%a: f64, %o: f64):
    %i = linalg.index 0 : index
    %j = linalg.index 1 : index
    %seen = arith.cmpi ule, %j, %i : index
    %s = arith.mulf %a, %scale : f64
    %m = arith.select %seen, %s, %low : f64
    linalg.yield %m : f64
  } -> tensor<?x?xf64>
  %r = tensor.empty(%n) : tensor<?xf64>
  %lows = linalg.fill ins(%low : f64) outs(%r : tensor<?xf64>) -> tensor<?xf64>
  %max = linalg.reduce { arith.maximumf } ins(%1 : tensor<?x?xf64>) outs(%lows : tensor<?xf64>) dimensions = [1]
  %2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%1, %max : tensor<?x?xf64>, tensor<?xf64>) outs(%e : tensor<?x?xf64>) {
  ^bb0(%a: f64, %m: f64, %o: f64):
    %d = arith.subf %a, %m : f64
    %x = math.exp %d : f64
    linalg.yield %x : f64
  } -> tensor<?x?xf64>
  %zr = linalg.fill ins(%zero : f64) outs(%r : tensor<?xf64>) -> tensor<?xf64>
  %sum = linalg.reduce { arith.addf } ins(%2 : tensor<?x?xf64>) outs(%zr : tensor<?xf64>) dimensions = [1]
  %3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%2, %sum : tensor<?x?xf64>, tensor<?xf64>) outs(%e : tensor<?x?xf64>) {
  ^bb0(%a: f64, %s: f64, %o: f64):
    %d = arith.divf %a, %s : f64
    linalg.yield %d : f64
  } -> tensor<?x?xf64>
  %f = tensor.empty(%n) : tensor<?x2xf64>
  %zf = linalg.fill ins(%zero : f64) outs(%f : tensor<?x2xf64>) -> tensor<?x2xf64>
  %4 = linalg.matmul ins(%3, %v : tensor<?x?xf64>, tensor<?x2xf64>) outs(%zf : tensor<?x2xf64>) -> tensor<?x2xf64>
  return %4 : tensor<?x2xf64>
}
func.func private @pullback(tensor<?x2xf64>, tensor<?x2xf64>, tensor<?x2xf64>, tensor<?x2xf64>) -> (tensor<?x2xf64>, tensor<?x2xf64>, tensor<?x2xf64>) attributes {lagrad.pullback = @export_causal_attention}
