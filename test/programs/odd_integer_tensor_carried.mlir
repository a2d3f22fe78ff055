// A loop carries a permutation, shuffles it in every iteration and gathers with it.
func.func @odd_integer_tensor_carried(%x: tensor<4xf64>, %p0: tensor<4xi32> {lagrad.example = dense<[2, 0, 3, 1]> : tensor<4xi32>}, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = tensor.empty() : tensor<4xf64>
  %f = tensor.empty() : tensor<4xi32>
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%u = %x, %p = %p0) -> (tensor<4xf64>, tensor<4xi32>) {
    %1 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%u, %p : tensor<4xf64>, tensor<4xi32>) outs(%e : tensor<4xf64>) {
    ^bb0(%a: f64, %k: i32, %o: f64):
      %j = arith.index_cast %k : i32 to index
      %b = tensor.extract %u[%j] : tensor<4xf64>
      %2 = arith.mulf %a, %b : f64
      %3 = math.sin %2 : f64
      linalg.yield %3 : f64
    } -> tensor<4xf64>
    %4 = linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
        ins(%p : tensor<4xi32>) outs(%f : tensor<4xi32>) {
    ^bb0(%k: i32, %o: i32):
      %j = arith.index_cast %k : i32 to index
      %b = tensor.extract %p[%j] : tensor<4xi32>
      linalg.yield %b : i32
    } -> tensor<4xi32>
    scf.yield %1, %4 : tensor<4xf64>, tensor<4xi32>
  }
  return %0#0 : tensor<4xf64>
}
func.func private @pullback(tensor<4xf64>, tensor<4xi32>, index, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @odd_integer_tensor_carried}
