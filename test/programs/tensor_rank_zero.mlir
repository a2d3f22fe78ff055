// Tensors of rank zero: extracted from, computed with and returned.
func.func @tensor_rank_zero(%x: tensor<f64>, %y: f64) -> (tensor<f64>, tensor<f64>) {
  %0 = tensor.extract %x[] : tensor<f64>
  %1 = arith.mulf %0, %y : f64
  %2 = tensor.from_elements %1 : tensor<f64>
  %3 = math.sin %2 : tensor<f64>
  %4 = arith.mulf %3, %x : tensor<f64>
  %5 = tensor.insert %y into %x[] : tensor<f64>
  return %4, %5 : tensor<f64>, tensor<f64>
}
func.func private @pullback(tensor<f64>, f64, tensor<f64>, tensor<f64>) -> (tensor<f64>, f64) attributes {lagrad.pullback = @tensor_rank_zero}
