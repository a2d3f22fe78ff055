// The map operation with three operands and a body of several operations.
func.func @map_of_three(%x: tensor<2x2xf64>, %y: tensor<2x2xf64>, %m: tensor<2x2xi1> {lagrad.example = dense<[[true, false], [false, true]]> : tensor<2x2xi1>}) -> tensor<2x2xf64> {
  %e = tensor.empty() : tensor<2x2xf64>
  %0 = linalg.map ins(%x, %y, %m : tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xi1>) outs(%e : tensor<2x2xf64>)
    (%a: f64, %b: f64, %c: i1, %o: f64) {
      %p = arith.mulf %a, %b : f64
      %q = math.exp %p : f64
      %r = arith.select %c, %q, %b : f64
      linalg.yield %r : f64
    }
  return %0 : tensor<2x2xf64>
}
func.func private @pullback(tensor<2x2xf64>, tensor<2x2xf64>, tensor<2x2xi1>, tensor<2x2xf64>) -> (tensor<2x2xf64>, tensor<2x2xf64>) attributes {lagrad.pullback = @map_of_three}
