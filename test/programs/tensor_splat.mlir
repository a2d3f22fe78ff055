// A splat gathers the cotangents of all its elements; one size is known only at run time.
func.func @tensor_splat(%x: f64, %y: tensor<?x3xf64>) -> tensor<?x3xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %y, %c0 : tensor<?x3xf64>
  %0 = tensor.splat %x[%n] : tensor<?x3xf64>
  %1 = arith.mulf %0, %y : tensor<?x3xf64>
  %2 = arith.addf %1, %0 : tensor<?x3xf64>
  return %2 : tensor<?x3xf64>
}
func.func private @pullback(f64, tensor<?x3xf64>, tensor<?x3xf64>) -> (f64, tensor<?x3xf64>) attributes {lagrad.pullback = @tensor_splat}
