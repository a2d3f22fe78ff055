// An integer tensor says which elements of a float tensor are read.
func.func @tensor_integer_lookup(%x: tensor<4xf64>, %which: tensor<2xi32> {lagrad.example = dense<[3, 1]> : tensor<2xi32>}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %i = tensor.extract %which[%c0] : tensor<2xi32>
  %j = tensor.extract %which[%c1] : tensor<2xi32>
  %ii = arith.index_cast %i : i32 to index
  %jj = arith.index_cast %j : i32 to index
  %0 = tensor.extract %x[%ii] : tensor<4xf64>
  %1 = tensor.extract %x[%jj] : tensor<4xf64>
  %2 = arith.divf %0, %1 : f64
  return %2 : f64
}
func.func private @pullback(tensor<4xf64>, tensor<2xi32>, f64) -> tensor<4xf64> attributes {lagrad.pullback = @tensor_integer_lookup}
