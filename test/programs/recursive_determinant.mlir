// The determinant by minors along the first row.
func.func @recursive_determinant(%a: tensor<?x?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %a, %c0 : tensor<?x?xf64>
  %small = arith.cmpi eq, %n, %c0 : index
  %d = scf.if %small -> (f64) {
    scf.yield %one : f64
  } else {
    %m = arith.subi %n, %c1 : index
    %s:2 = scf.for %j = %c0 to %n step %c1 iter_args(%acc = %zero, %sign = %one) -> (f64, f64) {
      %left = tensor.extract_slice %a[1, 0] [%m, %j] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
      %j1 = arith.addi %j, %c1 : index
      %rest = arith.subi %m, %j : index
      %right = tensor.extract_slice %a[1, %j1] [%m, %rest] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
      %e = tensor.empty(%m, %m) : tensor<?x?xf64>
      %e1 = tensor.insert_slice %left into %e[0, 0] [%m, %j] [1, 1] : tensor<?x?xf64> into tensor<?x?xf64>
      %minor = tensor.insert_slice %right into %e1[0, %j] [%m, %rest] [1, 1] : tensor<?x?xf64> into tensor<?x?xf64>
      %dm = func.call @recursive_determinant(%minor) : (tensor<?x?xf64>) -> f64
      %x = tensor.extract %a[%c0, %j] : tensor<?x?xf64>
      %p = arith.mulf %x, %dm : f64
      %q = arith.mulf %p, %sign : f64
      %acc1 = arith.addf %acc, %q : f64
      %sign1 = arith.negf %sign : f64
      scf.yield %acc1, %sign1 : f64, f64
    }
    scf.yield %s#0 : f64
  }
  return %d : f64
}
func.func private @gradient(tensor<?x?xf64>) -> tensor<?x?xf64> attributes {lagrad.gradient = @recursive_determinant}
func.func private @pushforward(tensor<?x?xf64>, tensor<?x?xf64>) -> f64 attributes {lagrad.pushforward = @recursive_determinant}
func.func private @second(tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64> attributes {lagrad.pullback = @gradient}
