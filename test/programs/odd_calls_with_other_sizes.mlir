// One function of dynamic tensors is called with a whole, with a part, and in a loop with parts of every size.
func.func private @energy(%a: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %z = tensor.from_elements %zero : tensor<f64>
  %e = math.exp %a : tensor<?xf64>
  %0 = linalg.dot ins(%e, %a : tensor<?xf64>, tensor<?xf64>) outs(%z : tensor<f64>) -> tensor<f64>
  %1 = tensor.extract %0[] : tensor<f64>
  return %1 : f64
}
func.func @odd_calls_with_other_sizes(%x: tensor<4xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %w = tensor.cast %x : tensor<4xf64> to tensor<?xf64>
  %0 = call @energy(%w) : (tensor<?xf64>) -> f64
  %1 = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %0) -> f64 {
    %n = arith.subi %c4, %i : index
    %a = tensor.extract_slice %x[%i] [%n] [1] : tensor<4xf64> to tensor<?xf64>
    %2 = func.call @energy(%a) : (tensor<?xf64>) -> f64
    %3 = arith.mulf %2, %s : f64
    %4 = math.sqrt %3 : f64
    scf.yield %4 : f64
  }
  return %1 : f64
}
func.func private @gradient(tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.gradient = @odd_calls_with_other_sizes}
