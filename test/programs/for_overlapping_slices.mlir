// A window moves over a captured tensor by less than its width.
func.func @for_overlapping_slices(%x: tensor<8xf64>, %w: tensor<3xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f64
  %0 = scf.for %i = %c0 to %c6 step %c1 iter_args(%acc = %zero) -> f64 {
    %1 = tensor.extract_slice %x[%i] [3] [1] : tensor<8xf64> to tensor<3xf64>
    %z = tensor.from_elements %acc : tensor<f64>
    %2 = math.sin %1 : tensor<3xf64>
    %3 = linalg.dot ins(%2, %w : tensor<3xf64>, tensor<3xf64>) outs(%z : tensor<f64>) -> tensor<f64>
    %4 = tensor.extract %3[] : tensor<f64>
    scf.yield %4 : f64
  }
  return %0 : f64
}
func.func private @pullback(tensor<8xf64>, tensor<3xf64>, f64) -> (tensor<8xf64>, tensor<3xf64>) attributes {lagrad.pullback = @for_overlapping_slices}
