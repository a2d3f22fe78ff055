// A branch gives a number of iterations, a start and a tensor to the loop behind it.
func.func @odd_branch_decides_trips(%x: tensor<6xf64>, %p: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c5 = arith.constant 5 : index
  %z = arith.constant 1.0 : f64
  %r:3 = scf.if %p -> (index, f64, tensor<6xf64>) {
    %s = math.sin %x : tensor<6xf64>
    scf.yield %c5, %z, %s : index, f64, tensor<6xf64>
  } else {
    %e = tensor.extract %x[%c2] : tensor<6xf64>
    scf.yield %c2, %e, %x : index, f64, tensor<6xf64>
  }
  %w = scf.for %i = %c0 to %r#0 step %c1 iter_args(%a = %r#1) -> f64 {
    %e = tensor.extract %r#2[%i] : tensor<6xf64>
    %m = arith.mulf %a, %e : f64
    %b = arith.addf %m, %r#1 : f64
    scf.yield %b : f64
  }
  return %w : f64
}
func.func private @pullback(tensor<6xf64>, i1, f64) -> tensor<6xf64> attributes {lagrad.pullback = @odd_branch_decides_trips}
