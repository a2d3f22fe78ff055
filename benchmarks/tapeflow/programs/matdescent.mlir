// The squared length of a matrix of ${n} rows and columns times a vector, which a descent would make small.
func.func @f(%a: tensor<${n}x${n}xf64>, %x: tensor<${n}xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant ${n} : index
  %zero = arith.constant 0.0 : f64
  %length = scf.for %i = %c0 to %n step %c1 iter_args(%l = %zero) -> f64 {
    %row = scf.for %j = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
      %v = tensor.extract %a[%i, %j] : tensor<${n}x${n}xf64>
      %w = tensor.extract %x[%j] : tensor<${n}xf64>
      %m = arith.mulf %v, %w : f64
      %u = arith.addf %s, %m : f64
      scf.yield %u : f64
    }
    %square = arith.mulf %row, %row : f64
    %u = arith.addf %l, %square : f64
    scf.yield %u : f64
  }
  return %length : f64
}
func.func private @df(tensor<${n}x${n}xf64>, tensor<${n}xf64>) -> tensor<${n}xf64>
    attributes {lagrad.gradient = @f, lagrad.wrt = [1]}
