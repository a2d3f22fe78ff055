// Attention with a mask of minus infinities, the maximum found together with its index, in f32.
func.func @export_masked_attention_argmax(%q: tensor<?x2x4xf32>, %mask: tensor<?x2x2xi1> {lagrad.example = dense<[[[true, false],[true,true]],[[true,false],[false,true]],[[true,true],[true,true]],[[false,true],[true,false]]]> : tensor<4x2x2xi1>}) -> tensor<?x2x4xf32> {
  %c0 = arith.constant 0 : index
  %ninf = arith.constant 0xFF800000 : f32
  %z = arith.constant 0.0 : f32
  %n = tensor.dim %q, %c0 : tensor<?x2x4xf32>
  %e = tensor.empty(%n) : tensor<?x2x2xf32>
  %f = linalg.fill ins(%z : f32) outs(%e : tensor<?x2x2xf32>) -> tensor<?x2x2xf32>
  %s = linalg.batch_matmul indexing_maps = [affine_map<(b, m, n, k) -> (b, m, k)>, affine_map<(b, m, n, k) -> (b, n, k)>, affine_map<(b, m, n, k) -> (b, m, n)>] ins(%q, %q : tensor<?x2x4xf32>, tensor<?x2x4xf32>) outs(%f : tensor<?x2x2xf32>) -> tensor<?x2x2xf32>
  %sp = tensor.splat %ninf[%n] : tensor<?x2x2xf32>
  %m = arith.select %mask, %s, %sp : tensor<?x2x2xi1>, tensor<?x2x2xf32>
  %em = tensor.empty(%n) : tensor<?x2xf32>
  %fm = linalg.fill ins(%ninf : f32) outs(%em : tensor<?x2xf32>) -> tensor<?x2xf32>
  %ei = tensor.empty(%n) : tensor<?x2xi64>
  %c0i = arith.constant 0 : i64
  %fi = linalg.fill ins(%c0i : i64) outs(%ei : tensor<?x2xi64>) -> tensor<?x2xi64>
  %mx:2 = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, b)>, affine_map<(a, b, c) -> (a, b)>], iterator_types = ["parallel", "parallel", "reduction"]} ins(%m : tensor<?x2x2xf32>) outs(%fm, %fi : tensor<?x2xf32>, tensor<?x2xi64>) {
  ^bb0(%x: f32, %o: f32, %oi: i64):
    %ix = linalg.index 2 : index
    %ic = arith.index_cast %ix : index to i64
    %g = arith.cmpf ogt, %x, %o : f32
    %v = arith.select %g, %x, %o : f32
    %w = arith.select %g, %ic, %oi : i64
    linalg.yield %v, %w : f32, i64
  } -> (tensor<?x2xf32>, tensor<?x2xi64>)
  %ex = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, b)>, affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%m, %mx#0 : tensor<?x2x2xf32>, tensor<?x2xf32>) outs(%e : tensor<?x2x2xf32>) {
  ^bb0(%x: f32, %o: f32, %q0: f32):
    %d = arith.subf %x, %o : f32
    %p = math.exp %d : f32
    linalg.yield %p : f32
  } -> tensor<?x2x2xf32>
  %fz = linalg.fill ins(%z : f32) outs(%em : tensor<?x2xf32>) -> tensor<?x2xf32>
  %sm = linalg.reduce { arith.addf } ins(%ex : tensor<?x2x2xf32>) outs(%fz : tensor<?x2xf32>) dimensions = [2]
  %pr = linalg.generic {indexing_maps = [affine_map<(a, b, c) -> (a, b, c)>, affine_map<(a, b, c) -> (a, b)>, affine_map<(a, b, c) -> (a, b, c)>], iterator_types = ["parallel", "parallel", "parallel"]} ins(%ex, %sm : tensor<?x2x2xf32>, tensor<?x2xf32>) outs(%e : tensor<?x2x2xf32>) {
  ^bb0(%x: f32, %o: f32, %q0: f32):
    %p = arith.divf %x, %o : f32
    linalg.yield %p : f32
  } -> tensor<?x2x2xf32>
  %eo = tensor.empty(%n) : tensor<?x2x4xf32>
  %fo = linalg.fill ins(%z : f32) outs(%eo : tensor<?x2x4xf32>) -> tensor<?x2x4xf32>
  %r = linalg.batch_matmul ins(%pr, %q : tensor<?x2x2xf32>, tensor<?x2x4xf32>) outs(%fo : tensor<?x2x4xf32>) -> tensor<?x2x4xf32>
  return %r : tensor<?x2x4xf32>
}
func.func private @pullback(tensor<?x2x4xf32>, tensor<?x2x2xi1>, tensor<?x2x4xf32>) -> tensor<?x2x4xf32> attributes {lagrad.pullback = @export_masked_attention_argmax}
