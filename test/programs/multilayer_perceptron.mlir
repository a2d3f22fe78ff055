// Two dense layers with biases, a rectifier and a squared error.
func.func @multilayer_perceptron(%x: tensor<2x3xf64>, %w1: tensor<3x4xf64>, %b1: tensor<4xf64>, %w2: tensor<4x1xf64>, %y: tensor<2x1xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %e1 = tensor.empty() : tensor<2x4xf64>
  %b = linalg.broadcast ins(%b1 : tensor<4xf64>) outs(%e1 : tensor<2x4xf64>) dimensions = [0]
  %0 = linalg.matmul ins(%x, %w1 : tensor<2x3xf64>, tensor<3x4xf64>) outs(%b : tensor<2x4xf64>) -> tensor<2x4xf64>
  %1 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>], iterator_types = ["parallel", "parallel"]}
      ins(%0 : tensor<2x4xf64>) outs(%e1 : tensor<2x4xf64>) {
  ^bb0(%a: f64, %o: f64):
    %m = arith.maximumf %a, %zero : f64
    linalg.yield %m : f64
  } -> tensor<2x4xf64>
  %e2 = tensor.empty() : tensor<2x1xf64>
  %z2 = linalg.fill ins(%zero : f64) outs(%e2 : tensor<2x1xf64>) -> tensor<2x1xf64>
  %2 = linalg.matmul ins(%1, %w2 : tensor<2x4xf64>, tensor<4x1xf64>) outs(%z2 : tensor<2x1xf64>) -> tensor<2x1xf64>
  %z = tensor.from_elements %zero : tensor<f64>
  %3 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>], iterator_types = ["reduction", "reduction"]}
      ins(%2, %y : tensor<2x1xf64>, tensor<2x1xf64>) outs(%z : tensor<f64>) {
  ^bb0(%p: f64, %t: f64, %acc: f64):
    %d = arith.subf %p, %t : f64
    %q = arith.mulf %d, %d : f64
    %s = arith.addf %acc, %q : f64
    linalg.yield %s : f64
  } -> tensor<f64>
  %4 = tensor.extract %3[] : tensor<f64>
  return %4 : f64
}
func.func private @gradient(tensor<2x3xf64>, tensor<3x4xf64>, tensor<4xf64>, tensor<4x1xf64>, tensor<2x1xf64>) -> (tensor<3x4xf64>, tensor<4xf64>, tensor<4x1xf64>) attributes {lagrad.gradient = @multilayer_perceptron, lagrad.wrt = [1, 2, 3]}
