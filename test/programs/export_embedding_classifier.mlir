// Token embeddings with checked indices, their mean, a linear layer, the label's negative log-likelihood.
func.func @export_embedding_classifier(%table: tensor<5x3xf64>, %w: tensor<3x4xf64>, %tokens: tensor<2x3xi64> {lagrad.example = dense<[[4, 0, 1], [2, 2, 4]]> : tensor<2x3xi64>}, %labels: tensor<2xi64> {lagrad.example = dense<[3, 1]> : tensor<2xi64>}) -> tensor<f64> {
  %zero = arith.constant 0.0 : f64
  %three = arith.constant 3.0 : f64
  %low = arith.constant 0xFFF0000000000000 : f64
  %size = arith.constant 5 : i64
  %classes = arith.constant 4 : i64
  %none = arith.constant 0 : i64
  %e0 = tensor.empty() : tensor<2x3x3xf64>
  %emb = linalg.generic {indexing_maps = [affine_map<(b, t, d) -> (b, t)>, affine_map<(b, t, d) -> (b, t, d)>], iterator_types = ["parallel", "parallel", "parallel"]}
      ins(%tokens : tensor<2x3xi64>) outs(%e0 : tensor<2x3x3xf64>) {
  ^bb0(%id: i64, %o: f64):
    %1 = arith.cmpi slt, %id, %size : i64
    cf.assert %1, "index must be smaller than dim size"
    %2 = arith.cmpi sge, %id, %none : i64
    cf.assert %2, "index must be larger or equal to 0"
    %r = arith.index_cast %id : i64 to index
    %d = linalg.index 2 : index
    %a = tensor.extract %table[%r, %d] : tensor<5x3xf64>
    linalg.yield %a : f64
  } -> tensor<2x3x3xf64>
  %e1 = tensor.empty() : tensor<2x3xf64>
  %z1 = linalg.fill ins(%zero : f64) outs(%e1 : tensor<2x3xf64>) -> tensor<2x3xf64>
  %sum = linalg.generic {indexing_maps = [affine_map<(b, t, d) -> (b, t, d)>, affine_map<(b, t, d) -> (b, d)>], iterator_types = ["parallel", "reduction", "parallel"]}
      ins(%emb : tensor<2x3x3xf64>) outs(%z1 : tensor<2x3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = arith.addf %a, %o : f64
    linalg.yield %1 : f64
  } -> tensor<2x3xf64>
  %mean = linalg.generic {indexing_maps = [affine_map<(b, d) -> (b, d)>, affine_map<(b, d) -> (b, d)>], iterator_types = ["parallel", "parallel"]}
      ins(%sum : tensor<2x3xf64>) outs(%e1 : tensor<2x3xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = arith.divf %a, %three : f64
    linalg.yield %1 : f64
  } -> tensor<2x3xf64>
  %e2 = tensor.empty() : tensor<2x4xf64>
  %z2 = linalg.fill ins(%zero : f64) outs(%e2 : tensor<2x4xf64>) -> tensor<2x4xf64>
  %logits = linalg.matmul ins(%mean, %w : tensor<2x3xf64>, tensor<3x4xf64>) outs(%z2 : tensor<2x4xf64>) -> tensor<2x4xf64>
  %e3 = tensor.empty() : tensor<2x1xf64>
  %z3 = linalg.fill ins(%low : f64) outs(%e3 : tensor<2x1xf64>) -> tensor<2x1xf64>
  %max = linalg.generic {indexing_maps = [affine_map<(b, c) -> (b, c)>, affine_map<(b, c) -> (b, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%logits : tensor<2x4xf64>) outs(%z3 : tensor<2x1xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = arith.maximumf %a, %o : f64
    linalg.yield %1 : f64
  } -> tensor<2x1xf64>
  %shifted = linalg.generic {indexing_maps = [affine_map<(b, c) -> (b, c)>, affine_map<(b, c) -> (b, 0)>, affine_map<(b, c) -> (b, c)>], iterator_types = ["parallel", "parallel"]}
      ins(%logits, %max : tensor<2x4xf64>, tensor<2x1xf64>) outs(%e2 : tensor<2x4xf64>) {
  ^bb0(%a: f64, %m: f64, %o: f64):
    %1 = arith.subf %a, %m : f64
    linalg.yield %1 : f64
  } -> tensor<2x4xf64>
  %z4 = linalg.fill ins(%zero : f64) outs(%e3 : tensor<2x1xf64>) -> tensor<2x1xf64>
  %total = linalg.generic {indexing_maps = [affine_map<(b, c) -> (b, c)>, affine_map<(b, c) -> (b, 0)>], iterator_types = ["parallel", "reduction"]}
      ins(%shifted : tensor<2x4xf64>) outs(%z4 : tensor<2x1xf64>) {
  ^bb0(%a: f64, %o: f64):
    %1 = math.exp %a : f64
    %2 = arith.addf %1, %o : f64
    linalg.yield %2 : f64
  } -> tensor<2x1xf64>
  %logp = linalg.generic {indexing_maps = [affine_map<(b, c) -> (b, c)>, affine_map<(b, c) -> (b, 0)>, affine_map<(b, c) -> (b, c)>], iterator_types = ["parallel", "parallel"]}
      ins(%shifted, %total : tensor<2x4xf64>, tensor<2x1xf64>) outs(%e2 : tensor<2x4xf64>) {
  ^bb0(%a: f64, %s: f64, %o: f64):
    %1 = math.log %s : f64
    %2 = arith.subf %a, %1 : f64
    linalg.yield %2 : f64
  } -> tensor<2x4xf64>
  %e5 = tensor.empty() : tensor<f64>
  %z5 = linalg.fill ins(%zero : f64) outs(%e5 : tensor<f64>) -> tensor<f64>
  %loss = linalg.generic {indexing_maps = [affine_map<(b) -> (b)>, affine_map<(b) -> ()>], iterator_types = ["reduction"]}
      ins(%labels : tensor<2xi64>) outs(%z5 : tensor<f64>) {
  ^bb0(%l: i64, %o: f64):
    %b = linalg.index 0 : index
    %c = arith.index_cast %l : i64 to index
    %1 = arith.cmpi slt, %l, %classes : i64
    cf.assert %1, "label in range"
    %a = tensor.extract %logp[%b, %c] : tensor<2x4xf64>
    %2 = arith.subf %o, %a : f64
    linalg.yield %2 : f64
  } -> tensor<f64>
  return %loss : tensor<f64>
}
func.func private @gradient(tensor<5x3xf64>, tensor<3x4xf64>, tensor<2x3xi64>, tensor<2xi64>) -> (tensor<5x3xf64>, tensor<3x4xf64>) attributes {lagrad.gradient = @export_embedding_classifier}
