// A branch gives one of two arguments, whose sizes need not be the same: canonicalization makes a select of it.
func.func @if_gives_an_argument(%x: tensor<?xf64>, %y: tensor<?xf64>, %c: i1) -> f64 {
  %t = scf.if %c -> tensor<?xf64> {
    scf.yield %x : tensor<?xf64>
  } else {
    scf.yield %y : tensor<?xf64>
  }
  %zero = arith.constant dense<0.0> : tensor<f64>
  %s = linalg.reduce { arith.addf } ins(%t : tensor<?xf64>) outs(%zero : tensor<f64>) dimensions = [0]
  %r = tensor.extract %s[] : tensor<f64>
  %q = math.sin %r : f64
  return %q : f64
}
func.func private @pullback(tensor<?xf64>, tensor<?xf64>, i1, f64) -> (tensor<?xf64>, tensor<?xf64>)
    attributes {lagrad.pullback = @if_gives_an_argument}
