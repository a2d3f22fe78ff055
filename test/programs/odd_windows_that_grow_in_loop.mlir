// Slices of another size in each iteration, consumed by whole-tensor operations.
func.func @odd_windows_that_grow_in_loop(%x: tensor<6xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %z = arith.constant 0.0 : f64
  %zt = arith.constant dense<0.0> : tensor<f64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %z) -> f64 {
    %sz = arith.addi %i, %c1 : index
    %t = tensor.extract_slice %x[%i] [%sz] [1] : tensor<6xf64> to tensor<?xf64>
    %e = math.exp %t : tensor<?xf64>
    %q = linalg.reduce { arith.addf } ins(%e : tensor<?xf64>) outs(%zt : tensor<f64>) dimensions = [0]
    %d = linalg.dot ins(%e, %t : tensor<?xf64>, tensor<?xf64>) outs(%q : tensor<f64>) -> tensor<f64>
    %v = tensor.extract %d[] : tensor<f64>
    %w = arith.mulf %v, %v : f64
    %s1 = arith.mulf %s, %w : f64
    %s2 = arith.addf %s1, %v : f64
    scf.yield %s2 : f64
  }
  return %r : f64
}
func.func private @pullback(tensor<6xf64>, index, f64) -> tensor<6xf64> attributes {lagrad.pullback = @odd_windows_that_grow_in_loop}
