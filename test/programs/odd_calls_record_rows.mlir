// Functions that call one another in a loop; where they stay functions, how large what they record is, is arithmetic on sizes.
func.func private @row(%x: tensor<?xf64>, %s: f64) -> (tensor<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %e = math.sin %x : tensor<?xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%a = %s) -> f64 {
    %v = tensor.extract %e[%i] : tensor<?xf64>
    %m = arith.mulf %a, %v : f64
    %k = math.sin %m : f64
    scf.yield %k : f64
  }
  return %e, %r : tensor<?xf64>, f64
}
func.func private @twice(%x: tensor<?xf64>, %s: f64) -> (tensor<?xf64>, f64) {
  %a:2 = func.call @row(%x, %s) : (tensor<?xf64>, f64) -> (tensor<?xf64>, f64)
  %b:2 = func.call @row(%a#0, %a#1) : (tensor<?xf64>, f64) -> (tensor<?xf64>, f64)
  %m = arith.mulf %a#0, %b#0 : tensor<?xf64>
  return %m, %b#1 : tensor<?xf64>, f64
}
func.func @odd_calls_record_rows(%x: tensor<?xf64>, %s: f64, %n: index {lagrad.example = 2 : index}) -> (tensor<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r:2 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x, %b = %s) -> (tensor<?xf64>, f64) {
    %q:2 = func.call @twice(%a, %b) : (tensor<?xf64>, f64) -> (tensor<?xf64>, f64)
    %l = math.exp %q#1 : f64
    scf.yield %q#0, %l : tensor<?xf64>, f64
  }
  return %r#0, %r#1 : tensor<?xf64>, f64
}
func.func private @pullback(tensor<?xf64>, f64, index, tensor<?xf64>, f64) -> (tensor<?xf64>, f64) attributes {lagrad.pullback = @odd_calls_record_rows}
