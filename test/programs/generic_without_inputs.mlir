// A generic without inputs: captured scalar and index only.
func.func @generic_without_inputs(%a: f64, %b: f64) -> tensor<5xf64> {
  %e = tensor.empty() : tensor<5xf64>
  %0 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      outs(%e : tensor<5xf64>) {
  ^bb0(%o: f64):
    %i = linalg.index 0 : index
    %n = arith.index_cast %i : index to i64
    %f = arith.sitofp %n : i64 to f64
    %p = arith.mulf %f, %a : f64
    %q = arith.addf %p, %b : f64
    %r = math.sin %q : f64
    linalg.yield %r : f64
  } -> tensor<5xf64>
  return %0 : tensor<5xf64>
}
func.func private @pullback(f64, f64, tensor<5xf64>) -> (f64, f64) attributes {lagrad.pullback = @generic_without_inputs}
