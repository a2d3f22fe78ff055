// Mean and squared deviations in one pass: three outputs that need each other.
func.func @reduce_welford(%x: tensor<2x5xf64>) -> (tensor<2xf64>, tensor<2xf64>) {
  %z = arith.constant dense<0.0> : tensor<2xf64>
  %one = arith.constant 1.0 : f64
  %r:3 = linalg.reduce ins(%x, %x, %x : tensor<2x5xf64>, tensor<2x5xf64>, tensor<2x5xf64>) outs(%z, %z, %z : tensor<2xf64>, tensor<2xf64>, tensor<2xf64>) dimensions = [1]
    (%a: f64, %a1: f64, %a2: f64, %n: f64, %m: f64, %s: f64) {
      %n1 = arith.addf %n, %one : f64
      %d = arith.subf %a, %m : f64
      %dn = arith.divf %d, %n1 : f64
      %m1 = arith.addf %m, %dn : f64
      %d2 = arith.subf %a, %m1 : f64
      %dd = arith.mulf %d, %d2 : f64
      %s1 = arith.addf %s, %dd : f64
      linalg.yield %n1, %m1, %s1 : f64, f64, f64
    }
  return %r#1, %r#2 : tensor<2xf64>, tensor<2xf64>
}
func.func private @pullback(tensor<2x5xf64>, tensor<2xf64>, tensor<2xf64>) -> tensor<2x5xf64> attributes {lagrad.pullback = @reduce_welford}
