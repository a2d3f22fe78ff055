// GMM in blocks of points: what is kept of a block is small, however many points there are.
//
// This goes after primal.mlir, which has the functions that it calls, and says what is computed.

func.func @gmm_blocks_objective(
    %alphas: tensor<?xf64> {lagrad.example = dense<[0.3, -0.5]> : tensor<2xf64>},
    %means: tensor<?x?xf64> {lagrad.example = dense<[[0.1, 0.7], [0.9, 0.4]]> : tensor<2x2xf64>},
    %icf: tensor<?x?xf64> {lagrad.example = dense<[[0.2, -0.4, 1.1], [0.6, 0.1, -0.8]]> : tensor<2x3xf64>},
    %x: tensor<?x?xf64> {lagrad.example = dense<[[1.2, 0.3], [-0.7, 0.5], [0.4, -1.6]]> : tensor<3x2xf64>},
    %gamma: f64 {lagrad.example = 1.5 : f64},
    %m: index {lagrad.example = 2 : index}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %block = arith.constant 512 : index
  %zero = arith.constant 0.0 : f64
  %d = tensor.dim %means, %c1 : tensor<?x?xf64>
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %diagonals, %log_dets = func.call @diagonals_of(%icf, %d) : (tensor<?x?xf64>, index) -> (tensor<?x?xf64>, tensor<?xf64>)
  %likelihood = scf.for %first = %c0 to %n step %block iter_args(%sum = %zero) -> f64 {
    %left = arith.subi %n, %first : index
    %size = arith.minsi %left, %block : index
    %points = tensor.extract_slice %x[%first, 0] [%size, %d] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %terms = func.call @terms(%alphas, %means, %icf, %diagonals, %log_dets, %points)
        : (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
    %of_block = func.call @sum_of_logsumexp(%terms) : (tensor<?x?xf64>) -> f64
    %next = arith.addf %sum, %of_block : f64
    scf.yield %next : f64
  }
  %result = func.call @with_prior(%likelihood, %n, %alphas, %icf, %diagonals, %log_dets, %gamma, %m)
      : (f64, index, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64, index) -> f64
  return %result : f64
}

func.func private @gmm_blocks_gradient(tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, f64, index)
    -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
    attributes {lagrad.gradient = @gmm_blocks_objective, lagrad.wrt = [0, 1, 2]}
