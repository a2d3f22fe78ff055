// Overlapping windows of a captured tensor in a loop: a convolution by hand.
func.func @slice_windows_in_loop(%x: tensor<7xf64>, %w: tensor<3xf64>) -> tensor<3xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %e = tensor.empty() : tensor<3xf64>
  %0 = scf.for %i = %c0 to %c3 step %c1 iter_args(%r = %e) -> tensor<3xf64> {
    %k = arith.muli %i, %c2 : index
    %a = tensor.extract_slice %x[%k] [3] [1] : tensor<7xf64> to tensor<3xf64>
    %z = tensor.from_elements %zero : tensor<f64>
    %1 = linalg.dot ins(%a, %w : tensor<3xf64>, tensor<3xf64>) outs(%z : tensor<f64>) -> tensor<f64>
    %2 = tensor.extract %1[] : tensor<f64>
    %3 = math.sin %2 : f64
    %4 = tensor.insert %3 into %r[%i] : tensor<3xf64>
    scf.yield %4 : tensor<3xf64>
  }
  return %0 : tensor<3xf64>
}
func.func private @pullback(tensor<7xf64>, tensor<3xf64>, tensor<3xf64>) -> (tensor<7xf64>, tensor<3xf64>) attributes {lagrad.pullback = @slice_windows_in_loop}
