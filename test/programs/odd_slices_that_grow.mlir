// Slices whose size is the iteration's number: what is computed from them changes its shape every time.
func.func @odd_slices_that_grow(%x: tensor<?xf64>, %s: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %s) -> f64 {
    %k = arith.addi %i, %c1 : index
    %a = tensor.extract_slice %x[0] [%k] [1] : tensor<?xf64> to tensor<?xf64>
    %t = tensor.splat %p[%k] : tensor<?xf64>
    %1 = arith.mulf %a, %t : tensor<?xf64>
    %2 = math.sin %1 : tensor<?xf64>
    %z = tensor.from_elements %zero : tensor<f64>
    %3 = linalg.dot ins(%2, %a : tensor<?xf64>, tensor<?xf64>) outs(%z : tensor<f64>) -> tensor<f64>
    %4 = tensor.extract %3[] : tensor<f64>
    scf.yield %4 : f64
  }
  return %0 : f64
}
func.func private @gradient(tensor<?xf64>, f64) -> (tensor<?xf64>, f64) attributes {lagrad.gradient = @odd_slices_that_grow}
