// The product of a Hessian with a vector: the pullback of a gradient is one, its matrix being symmetric.
func.func @higher_hessian_vector_product(%x: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %z = tensor.from_elements %zero : tensor<f64>
  %s = math.sin %x : tensor<?xf64>
  %0 = linalg.dot ins(%s, %x : tensor<?xf64>, tensor<?xf64>) outs(%z : tensor<f64>) -> tensor<f64>
  %1 = tensor.extract %0[] : tensor<f64>
  %2 = arith.mulf %1, %1 : f64
  return %2 : f64
}
func.func private @gradient(tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.gradient = @higher_hessian_vector_product}
func.func private @hvp(tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64> attributes {lagrad.pullback = @gradient}
