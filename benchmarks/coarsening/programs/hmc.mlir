// Less the logarithm of the posterior density of a logistic regression with ${n} records of ${d} numbers, of which the
// weights `%p` have a normal prior: what Hamiltonian Monte Carlo takes the gradient of in every step.
func.func @f(%p: tensor<${d}xf64>, %x: tensor<${n}x${d}xf64>, %y: tensor<${n}xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant ${n} : index
  %d = arith.constant ${d} : index
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %one = arith.constant 1.0 : f64
  %prior = scf.for %j = %c0 to %d step %c1 iter_args(%sum = %zero) -> f64 {
    %pj = tensor.extract %p[%j] : tensor<${d}xf64>
    %square = arith.mulf %pj, %pj : f64
    %own = arith.mulf %half, %square : f64
    %more = arith.addf %sum, %own : f64
    scf.yield %more : f64
  }
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
    %yes = arith.divf %one, %odds : f64
    %no = arith.subf %one, %yes : f64
    %log_yes = math.log %yes : f64
    %log_no = math.log %no : f64
    %other = arith.subf %one, %yi : f64
    %a = arith.mulf %yi, %log_yes : f64
    %b = arith.mulf %other, %log_no : f64
    %likely = arith.addf %a, %b : f64
    %more = arith.subf %sum, %likely : f64
    scf.yield %more : f64
  }
  return %energy : f64
}
