// A one-hot label by comparison of indices, clipped probabilities, a cross entropy over a dynamic batch.
func.func @export_one_hot_loss(%p: tensor<?x3xf64>, %labels: tensor<?xi64> {lagrad.example = dense<[2, 0, 1, 2]> : tensor<4xi64>}) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %least = arith.constant 0.6 : f64
  %n = tensor.dim %p, %c0 : tensor<?x3xf64>
  %e = tensor.empty(%n) : tensor<?x3xf64>
  %hot = linalg.generic {indexing_maps = [affine_map<(b, c) -> (b)>, affine_map<(b, c) -> (b, c)>], iterator_types = ["parallel", "parallel"]}
      ins(%labels : tensor<?xi64>) outs(%e : tensor<?x3xf64>) {
  ^bb0(%l: i64, %o: f64):
    %c = linalg.index 1 : index
    %i = arith.index_cast %c : index to i64
    %q = arith.cmpi eq, %i, %l : i64
    %f = arith.uitofp %q : i1 to f64
    linalg.yield %f : f64
  } -> tensor<?x3xf64>
  %z = tensor.from_elements %zero : tensor<f64>
  %0 = linalg.generic {indexing_maps = [affine_map<(b, c) -> (b, c)>, affine_map<(b, c) -> (b, c)>, affine_map<(b, c) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%p, %hot : tensor<?x3xf64>, tensor<?x3xf64>) outs(%z : tensor<f64>) {
  ^bb0(%a: f64, %h: f64, %o: f64):
    %m = arith.maximumf %a, %least : f64
    %l = math.log %m : f64
    %s = arith.mulf %l, %h : f64
    %t = arith.subf %o, %s : f64
    linalg.yield %t : f64
  } -> tensor<f64>
  %sum = tensor.extract %0[] : tensor<f64>
  %i = arith.index_cast %n : index to i64
  %f = arith.sitofp %i : i64 to f64
  %mean = arith.divf %sum, %f : f64
  return %mean : f64
}
func.func private @gradient(tensor<?x3xf64>, tensor<?xi64>) -> tensor<?x3xf64> attributes {lagrad.gradient = @export_one_hot_loss}
