// An elementwise select by a comparison, and a whole-tensor select by one condition.
func.func @tensor_select_mask(%x: tensor<5xf64>, %y: tensor<5xf64>, %c: i1) -> tensor<5xf64> {
  %m = arith.cmpf olt, %x, %y : tensor<5xf64>
  %0 = arith.mulf %x, %y : tensor<5xf64>
  %1 = arith.select %m, %0, %x : tensor<5xi1>, tensor<5xf64>
  %2 = arith.select %c, %1, %y : tensor<5xf64>
  %3 = arith.mulf %2, %1 : tensor<5xf64>
  return %3 : tensor<5xf64>
}
func.func private @pullback(tensor<5xf64>, tensor<5xf64>, i1, tensor<5xf64>) -> (tensor<5xf64>, tensor<5xf64>) attributes {lagrad.pullback = @tensor_select_mask}
