// Inserting twice at one place: the first value is lost, and with it its cotangent.
func.func @tensor_insert_overwrites(%x: tensor<3xf64>, %a: f64, %b: f64) -> tensor<3xf64> {
  %c1 = arith.constant 1 : index
  %0 = tensor.insert %a into %x[%c1] : tensor<3xf64>
  %1 = math.sin %0 : tensor<3xf64>
  %2 = tensor.insert %b into %0[%c1] : tensor<3xf64>
  %3 = arith.mulf %1, %2 : tensor<3xf64>
  %4 = tensor.insert %a into %3[%c1] : tensor<3xf64>
  return %4 : tensor<3xf64>
}
func.func private @pullback(tensor<3xf64>, f64, f64, tensor<3xf64>) -> (tensor<3xf64>, f64, f64) attributes {lagrad.pullback = @tensor_insert_overwrites}
