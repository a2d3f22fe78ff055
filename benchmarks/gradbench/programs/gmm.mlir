// GradBench's GMM is ADBench's, whose objective is @OBJECTIVE, with the opposite sign of the prior.
func.func @objective(%alphas: tensor<?xf64>, %means: tensor<?x?xf64>, %icf: tensor<?x?xf64>, %x: tensor<?x?xf64>,
                     %gamma: f64, %m: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %two = arith.constant 2.0 : f64
  %log_two_pi = arith.constant 1.8378770664093454 : f64
  %with_prior = func.call @OBJECTIVE(%alphas, %means, %icf, %x, %gamma, %m)
      : (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, f64, index) -> f64
  %K = tensor.dim %means, %c0 : tensor<?x?xf64>
  %d = tensor.dim %means, %c1 : tensor<?x?xf64>
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %diagonals, %log_dets = func.call @diagonals_of(%icf, %d)
      : (tensor<?x?xf64>, index) -> (tensor<?x?xf64>, tensor<?xf64>)
  %prior = func.call @log_wishart_prior(%diagonals, %log_dets, %icf, %gamma, %m)
      : (tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, f64, index) -> f64
  %constant = func.call @constant_part(%K, %d, %n, %gamma, %m) : (index, index, index, f64, index) -> f64
  %both = arith.addf %prior, %constant : f64
  %twice = arith.mulf %two, %both : f64
  %numbers = arith.muli %n, %d : index
  %numbers_int = arith.index_cast %numbers : index to i64
  %numbers_float = arith.sitofp %numbers_int : i64 to f64
  %normal = arith.mulf %numbers_float, %log_two_pi : f64  // which is in the constant too, and keeps its sign
  %0 = arith.subf %with_prior, %twice : f64
  %result = arith.subf %0, %normal : f64
  return %result : f64
}
func.func private @jacobian(tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, f64, index)
    -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
    attributes {lagrad.gradient = @objective, lagrad.wrt = [0, 1, 2]}
