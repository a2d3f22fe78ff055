// Two functions that call each other, with blocks, with arguments that change places, and one result of two that the other reads.
func.func @recursive_mutual_even(%x: tensor<3xf64>, %y: f64, %n: i64) -> (f64, tensor<3xf64>) {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %i = arith.constant 1 : index
  %z = arith.cmpi eq, %n, %c0 : i64
  cf.cond_br %z, ^done, ^more
^done:
  %e = tensor.extract %x[%i] : tensor<3xf64>
  return %e, %x : f64, tensor<3xf64>
^more:
  %m = arith.subi %n, %c1 : i64
  %s = math.sin %x : tensor<3xf64>
  %f = tensor.extract %s[%i] : tensor<3xf64>
  %g = arith.mulf %f, %y : f64
  %r = func.call @recursive_mutual_odd(%g, %s, %m) : (f64, tensor<3xf64>, i64) -> f64
  %q = arith.mulf %r, %y : f64
  return %q, %s : f64, tensor<3xf64>
}
func.func @recursive_mutual_odd(%y: f64, %x: tensor<3xf64>, %n: i64) -> f64 {
  %c0 = arith.constant 0 : i64
  %c1 = arith.constant 1 : i64
  %i = arith.constant 2 : index
  %z = arith.cmpi eq, %n, %c0 : i64
  %res = scf.if %z -> (f64) {
    scf.yield %y : f64
  } else {
    %m = arith.subi %n, %c1 : i64
    %t = arith.mulf %x, %x : tensor<3xf64>
    %c = math.cos %y : f64
    %r:2 = func.call @recursive_mutual_even(%t, %c, %m) : (tensor<3xf64>, f64, i64) -> (f64, tensor<3xf64>)
    %a = tensor.extract %r#1[%i] : tensor<3xf64>
    %b = arith.mulf %a, %r#0 : f64
    scf.yield %b : f64
  }
  return %res : f64
}
func.func @recursive_mutual(%x: tensor<3xf64>, %y: f64, %n: i64) -> f64 {
  %r:2 = func.call @recursive_mutual_even(%x, %y, %n) : (tensor<3xf64>, f64, i64) -> (f64, tensor<3xf64>)
  return %r#0 : f64
}
func.func private @gradient(tensor<3xf64>, f64, i64) -> (tensor<3xf64>, f64) attributes {lagrad.gradient = @recursive_mutual}
func.func private @of_tensor(tensor<3xf64>, f64, i64) -> tensor<3xf64> attributes {lagrad.gradient = @recursive_mutual, lagrad.wrt = [0]}
func.func private @of_scalar(tensor<3xf64>, f64, i64) -> (f64, f64) attributes {lagrad.value_and_grad = @recursive_mutual, lagrad.wrt = [1]}
func.func private @second(tensor<3xf64>, f64, i64, tensor<3xf64>, f64) -> (tensor<3xf64>, f64) attributes {lagrad.pullback = @gradient}
