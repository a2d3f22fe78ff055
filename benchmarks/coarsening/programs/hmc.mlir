// Less the logarithm of the posterior density of a logistic regression with ${n} records of ${d} numbers, of which the
// weights `%p` have a normal prior: the function U of X. Shen et al. (OOPSLA 2021, section 7.2) with the other sign. In
// every step of Hamiltonian Monte Carlo its gradient is wanted.
func.func @f(%p: tensor<${d}xf64>, %x: tensor<${n}x${d}xf64>, %y: tensor<${n}xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant ${n} : index
  %d = arith.constant ${d} : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %twice_variance = arith.constant 2000.0 : f64
  %squares = scf.for %j = %c0 to %d step %c1 iter_args(%sum = %zero) -> f64 {
    %pj = tensor.extract %p[%j] : tensor<${d}xf64>
    %square = arith.mulf %pj, %pj : f64
    %more = arith.addf %sum, %square : f64
    scf.yield %more : f64
  }
  %prior = arith.divf %squares, %twice_variance : f64
  %energy = scf.for %i = %c0 to %n step %c1 iter_args(%sum = %prior) -> f64 {
    %z = scf.for %j = %c0 to %d step %c1 iter_args(%dot = %zero) -> f64 {
      %xij = tensor.extract %x[%i, %j] : tensor<${n}x${d}xf64>
      %pj = tensor.extract %p[%j] : tensor<${d}xf64>
      %product = arith.mulf %xij, %pj : f64
      %more = arith.addf %dot, %product : f64
      scf.yield %more : f64
    }
    %yi = tensor.extract %y[%i] : tensor<${n}xf64>
    %less = arith.negf %z : f64
    %exp = math.exp %less : f64
    %odds = arith.addf %one, %exp : f64
    %log = math.log %odds : f64
    %no = arith.subf %one, %yi : f64
    %linear = arith.mulf %no, %z : f64
    %own = arith.addf %linear, %log : f64
    %more = arith.addf %sum, %own : f64
    scf.yield %more : f64
  }
  return %energy : f64
}
