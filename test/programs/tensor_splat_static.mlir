// A static splat, of a value computed from the tensor it is added to.
func.func @tensor_splat_static(%x: tensor<4xf64>) -> tensor<4xf64> {
  %c2 = arith.constant 2 : index
  %0 = tensor.extract %x[%c2] : tensor<4xf64>
  %1 = math.exp %0 : f64
  %2 = tensor.splat %1 : tensor<4xf64>
  %3 = arith.mulf %2, %x : tensor<4xf64>
  return %3 : tensor<4xf64>
}
func.func private @gradient(tensor<4xf64>) -> tensor<4xf64>
    attributes {lagrad.gradient = @tensor_splat_static, lagrad.of_sum}
