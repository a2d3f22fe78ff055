// The energy of a chain of springs between ${n} vertices in the plane, which stand in the rows of `%p`. `%k` has the
// stiffness of each spring; all are as long at rest.
func.func @f(%p: tensor<${n}x2xf64>, %k: tensor<${last}xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %last = arith.constant ${last} : index
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %rest = arith.constant 0.7 : f64
  %energy = scf.for %i = %c0 to %last step %c1 iter_args(%sum = %zero) -> f64 {
    %next = arith.addi %i, %c1 : index
    %square = scf.for %j = %c0 to %c2 step %c1 iter_args(%part = %zero) -> f64 {
      %a = tensor.extract %p[%i, %j] : tensor<${n}x2xf64>
      %b = tensor.extract %p[%next, %j] : tensor<${n}x2xf64>
      %d = arith.subf %b, %a : f64
      %dd = arith.mulf %d, %d : f64
      %more = arith.addf %part, %dd : f64
      scf.yield %more : f64
    }
    %length = math.sqrt %square : f64
    %longer = arith.subf %length, %rest : f64
    %squared = arith.mulf %longer, %longer : f64
    %ki = tensor.extract %k[%i] : tensor<${last}xf64>
    %stiff = arith.mulf %ki, %squared : f64
    %own = arith.mulf %half, %stiff : f64
    %more = arith.addf %sum, %own : f64
    scf.yield %more : f64
  }
  return %energy : f64
}
