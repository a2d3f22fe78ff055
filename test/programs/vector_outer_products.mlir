// Outer products: alone, added to a matrix, the larger kept, and a vector times a number.
func.func @vector_outer_products(%x: tensor<3xf64>, %y: tensor<4xf64>, %a: f64) -> (tensor<3x4xf64>, f64) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %u = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : tensor<3xf64>, vector<3xf64>
  %v = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : tensor<4xf64>, vector<4xf64>
  %p = vector.outerproduct %u, %v : vector<3xf64>, vector<4xf64>
  %s = math.sin %v : vector<4xf64>
  %q = vector.outerproduct %u, %s, %p : vector<3xf64>, vector<4xf64>
  %m = vector.outerproduct %u, %v, %q {kind = #vector.kind<maximumf>} : vector<3xf64>, vector<4xf64>
  %t = vector.outerproduct %v, %a, %s : vector<4xf64>, f64
  %r = vector.reduction <mul>, %t : vector<4xf64> into f64
  %empty = tensor.empty() : tensor<3x4xf64>
  %w = vector.transfer_write %m, %empty[%c0, %c0] {in_bounds = [true, true]} : vector<3x4xf64>, tensor<3x4xf64>
  return %w, %r : tensor<3x4xf64>, f64
}
func.func private @pullback(tensor<3xf64>, tensor<4xf64>, f64, tensor<3x4xf64>, f64) -> (tensor<3xf64>, tensor<4xf64>, f64) attributes {lagrad.pullback = @vector_outer_products}
