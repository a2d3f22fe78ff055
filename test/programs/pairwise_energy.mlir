// The energy of points that repel each other: two loops over rows, the inner one triangular.
func.func @pairwise_energy(%x: tensor<?x2xf64>, %eps: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x2xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%e = %zero) -> f64 {
    %a = tensor.extract_slice %x[%i, 0] [1, 2] [1, 1] : tensor<?x2xf64> to tensor<2xf64>
    %1 = scf.for %j = %c0 to %i step %c1 iter_args(%f = %e) -> f64 {
      %b = tensor.extract_slice %x[%j, 0] [1, 2] [1, 1] : tensor<?x2xf64> to tensor<2xf64>
      %d = arith.subf %a, %b : tensor<2xf64>
      %z = tensor.from_elements %eps : tensor<f64>
      %2 = linalg.dot ins(%d, %d : tensor<2xf64>, tensor<2xf64>) outs(%z : tensor<f64>) -> tensor<f64>
      %3 = tensor.extract %2[] : tensor<f64>
      %4 = math.rsqrt %3 : f64
      %5 = arith.addf %f, %4 : f64
      scf.yield %5 : f64
    }
    scf.yield %1 : f64
  }
  return %0 : f64
}
func.func private @gradient(tensor<?x2xf64>, f64) -> (tensor<?x2xf64>, f64) attributes {lagrad.gradient = @pairwise_energy}
