// Integer tensors between active operations: a mask is widened, counted and converted back to floats.
func.func @export_integer_tensors_between(%x: tensor<2x3xf64>, %ids: tensor<2x3xi32> {lagrad.example = dense<[[0, 2, 0], [5, 0, 1]]> : tensor<2x3xi32>}) -> tensor<2xf64> {
  %none = arith.constant dense<0> : tensor<2x3xi32>
  %m = arith.cmpi ne, %ids, %none : tensor<2x3xi32>
  %f = arith.uitofp %m : tensor<2x3xi1> to tensor<2x3xf64>
  %i = arith.extui %m : tensor<2x3xi1> to tensor<2x3xi64>
  %zi = arith.constant dense<0> : tensor<2xi64>
  %zf = arith.constant dense<0.0> : tensor<2xf64>
  %0:2 = linalg.generic {indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i)>, affine_map<(i, j) -> (i)>], iterator_types = ["parallel", "reduction"]}
      ins(%x, %f, %i : tensor<2x3xf64>, tensor<2x3xf64>, tensor<2x3xi64>) outs(%zf, %zi : tensor<2xf64>, tensor<2xi64>) {
  ^bb0(%a: f64, %b: f64, %k: i64, %o: f64, %n: i64):
    %1 = arith.mulf %a, %b : f64
    %2 = arith.mulf %1, %a : f64
    %3 = arith.addf %o, %2 : f64
    %4 = arith.addi %n, %k : i64
    linalg.yield %3, %4 : f64, i64
  } -> (tensor<2xf64>, tensor<2xi64>)
  %c = arith.sitofp %0#1 : tensor<2xi64> to tensor<2xf64>
  %1 = arith.divf %0#0, %c : tensor<2xf64>
  return %1 : tensor<2xf64>
}
func.func private @pullback(tensor<2x3xf64>, tensor<2x3xi32>, tensor<2xf64>) -> tensor<2x3xf64> attributes {lagrad.pullback = @export_integer_tensors_between}
