// A region with two tensor results, one of them untouched.
func.func @execute_region_tensors(%x: tensor<?xf64>, %y: tensor<?xf64>) -> tensor<?xf64> {
  %0:2 = scf.execute_region -> (tensor<?xf64>, tensor<?xf64>) {
    %1 = arith.mulf %x, %y : tensor<?xf64>
    %2 = math.exp %1 : tensor<?xf64>
    scf.yield %2, %y : tensor<?xf64>, tensor<?xf64>
  }
  %3 = arith.mulf %0#0, %0#1 : tensor<?xf64>
  return %3 : tensor<?xf64>
}
func.func private @pullback(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) attributes {lagrad.pullback = @execute_region_tensors}
