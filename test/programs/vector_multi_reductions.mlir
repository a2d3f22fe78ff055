// Sums, products and extrema over some dimensions of a vector, and over all.
func.func @vector_multi_reductions(%x: tensor<2x3x4xf64>, %start: tensor<3xf64>) -> (tensor<3xf64>, tensor<4xf64>, f64) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %ones = arith.constant dense<1.0> : vector<4xf64>
  %v = vector.transfer_read %x[%c0, %c0, %c0], %zero {in_bounds = [true, true, true]} : tensor<2x3x4xf64>, vector<2x3x4xf64>
  %s = vector.transfer_read %start[%c0], %zero {in_bounds = [true]} : tensor<3xf64>, vector<3xf64>
  %sum = vector.multi_reduction <add>, %v, %s [0, 2] : vector<2x3x4xf64> to vector<3xf64>
  %product = vector.multi_reduction <mul>, %v, %ones [0, 1] : vector<2x3x4xf64> to vector<4xf64>
  %least = vector.multi_reduction <minimumf>, %v, %s [0, 2] : vector<2x3x4xf64> to vector<3xf64>
  %first = vector.extract %sum[0] : f64 from vector<3xf64>
  %all = vector.multi_reduction <maxnumf>, %least, %first [0] : vector<3xf64> to f64
  %a = tensor.empty() : tensor<3xf64>
  %b = tensor.empty() : tensor<4xf64>
  %wa = vector.transfer_write %sum, %a[%c0] {in_bounds = [true]} : vector<3xf64>, tensor<3xf64>
  %wb = vector.transfer_write %product, %b[%c0] {in_bounds = [true]} : vector<4xf64>, tensor<4xf64>
  return %wa, %wb, %all : tensor<3xf64>, tensor<4xf64>, f64
}
func.func private @pullback(tensor<2x3x4xf64>, tensor<3xf64>, tensor<3xf64>, tensor<4xf64>, f64) -> (tensor<2x3x4xf64>, tensor<3xf64>) attributes {lagrad.pullback = @vector_multi_reductions}
