// Running sums and products along a dimension, with and without the element itself.
func.func @vector_scans(%x: tensor<2x4xf64>, %y: tensor<2xf64>) -> (tensor<2x4xf64>, f64) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %v = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : tensor<2x4xf64>, vector<2x4xf64>
  %u = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : tensor<2xf64>, vector<2xf64>
  %sums, %sum = vector.scan <add>, %v, %u {inclusive = false, reduction_dim = 1 : i64} : vector<2x4xf64>, vector<2xf64>
  %products, %product = vector.scan <mul>, %sums, %u {inclusive = true, reduction_dim = 1 : i64} : vector<2x4xf64>, vector<2xf64>
  %both = arith.mulf %sum, %product : vector<2xf64>
  %r = vector.reduction <add>, %both : vector<2xf64> into f64
  %empty = tensor.empty() : tensor<2x4xf64>
  %w = vector.transfer_write %products, %empty[%c0, %c0] {in_bounds = [true, true]} : vector<2x4xf64>, tensor<2x4xf64>
  return %w, %r : tensor<2x4xf64>, f64
}
func.func private @pullback(tensor<2x4xf64>, tensor<2xf64>, tensor<2x4xf64>, f64) -> (tensor<2x4xf64>, tensor<2xf64>) attributes {lagrad.pullback = @vector_scans}
