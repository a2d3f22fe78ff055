// A product of matrices by tiles of two by two, each a `vector.contract`.
func.func @vector_matmul_tiles(%a: tensor<4x6xf64>, %b: tensor<6x4xf64>) -> tensor<4x4xf64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c4 = arith.constant 4 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f64
  %zeros = arith.constant dense<0.0> : vector<2x2xf64>
  %empty = tensor.empty() : tensor<4x4xf64>
  %r = scf.for %i = %c0 to %c4 step %c2 iter_args(%rows = %empty) -> tensor<4x4xf64> {
    %row = scf.for %j = %c0 to %c4 step %c2 iter_args(%c = %rows) -> tensor<4x4xf64> {
      %tile = scf.for %k = %c0 to %c6 step %c2 iter_args(%acc = %zeros) -> vector<2x2xf64> {
        %x = vector.transfer_read %a[%i, %k], %zero {in_bounds = [true, true]} : tensor<4x6xf64>, vector<2x2xf64>
        %y = vector.transfer_read %b[%k, %j], %zero {in_bounds = [true, true]} : tensor<6x4xf64>, vector<2x2xf64>
        %next = vector.contract {
          indexing_maps = [affine_map<(m, n, k) -> (m, k)>, affine_map<(m, n, k) -> (k, n)>, affine_map<(m, n, k) -> (m, n)>],
          iterator_types = ["parallel", "parallel", "reduction"], kind = #vector.kind<add>
        } %x, %y, %acc : vector<2x2xf64>, vector<2x2xf64> into vector<2x2xf64>
        scf.yield %next : vector<2x2xf64>
      }
      %w = vector.transfer_write %tile, %c[%i, %j] {in_bounds = [true, true]} : vector<2x2xf64>, tensor<4x4xf64>
      scf.yield %w : tensor<4x4xf64>
    }
    scf.yield %row : tensor<4x4xf64>
  }
  return %r : tensor<4x4xf64>
}
func.func private @pullback(tensor<4x6xf64>, tensor<6x4xf64>, tensor<4x4xf64>) -> (tensor<4x6xf64>, tensor<6x4xf64>) attributes {lagrad.pullback = @vector_matmul_tiles}
