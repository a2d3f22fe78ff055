// Transfers that turn dimensions round, leave some out and repeat along others.
func.func @vector_permuted_transfers(%x: tensor<3x?x4xf64>, %i: index) -> (f64, tensor<3x?x4xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %turned = vector.transfer_read %x[%c0, %i, %c0], %zero {permutation_map = affine_map<(a, b, c) -> (c, b)>} : tensor<3x?x4xf64>, vector<4x3xf64>
  %repeated = vector.transfer_read %x[%c1, %c0, %c0], %zero {in_bounds = [true, true], permutation_map = affine_map<(a, b, c) -> (c, 0)>} : tensor<3x?x4xf64>, vector<4x3xf64>
  %p = arith.mulf %turned, %repeated : vector<4x3xf64>
  %e = math.exp %p : vector<4x3xf64>
  %w = vector.transfer_write %e, %x[%c1, %i, %c0] {permutation_map = affine_map<(a, b, c) -> (c, b)>} : vector<4x3xf64>, tensor<3x?x4xf64>
  %one = vector.transfer_read %w[%c1, %i, %c1], %zero : tensor<3x?x4xf64>, vector<f64>
  %s = vector.extract %one[] : f64 from vector<f64>
  return %s, %w : f64, tensor<3x?x4xf64>
}
func.func private @pullback(tensor<3x?x4xf64>, index, f64, tensor<3x?x4xf64>) -> tensor<3x?x4xf64> attributes {lagrad.pullback = @vector_permuted_transfers}
