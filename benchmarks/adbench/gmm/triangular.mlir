// GMM with factors Q_k whose types say that they are triangular: the diagonal is a vector, what is below it a packed matrix.
//
// This goes after primal.mlir, which has the functions that it calls, and says what is computed.

func.func @gmm_triangular_objective(
    %alphas: tensor<?xf64> {lagrad.example = dense<[0.3, -0.5]> : tensor<2xf64>},
    %means: tensor<?x?xf64> {lagrad.example = dense<[[0.1, 0.7], [0.9, 0.4]]> : tensor<2x2xf64>},
    %icf: tensor<?x?xf64> {lagrad.example = dense<[[0.2, -0.4, 1.1], [0.6, 0.1, -0.8]]> : tensor<2x3xf64>},
    %x: tensor<?x?xf64> {lagrad.example = dense<[[1.2, 0.3], [-0.7, 0.5], [0.4, -1.6]]> : tensor<3x2xf64>},
    %gamma: f64 {lagrad.example = 1.5 : f64},
    %m: index {lagrad.example = 2 : index}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %d = tensor.dim %means, %c1 : tensor<?x?xf64>
  %diagonals, %log_dets = func.call @diagonals_of(%icf, %d) : (tensor<?x?xf64>, index) -> (tensor<?x?xf64>, tensor<?xf64>)
  %terms = func.call @triangular_terms(%alphas, %means, %icf, %diagonals, %log_dets, %x)
      : (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %likelihood = func.call @sum_of_logsumexp(%terms) : (tensor<?x?xf64>) -> f64
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %result = func.call @with_prior(%likelihood, %n, %alphas, %icf, %diagonals, %log_dets, %gamma, %m)
      : (f64, index, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64, index) -> f64
  return %result : f64
}

// terms[k, i] = alphas_k + log det Q_k - 1/2 |Q_k (x_i - means_k)|^2, where Q_k is a diagonal and a triangular matrix.
func.func private @triangular_terms(%alphas: tensor<?xf64>, %means: tensor<?x?xf64>, %icf: tensor<?x?xf64>,
                                    %diagonals: tensor<?x?xf64>, %log_dets: tensor<?xf64>, %x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %K = tensor.dim %means, %c0 : tensor<?x?xf64>
  %d = tensor.dim %means, %c1 : tensor<?x?xf64>
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %points = func.call @columns_of(%x) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %no_terms = tensor.empty(%K, %n) : tensor<?x?xf64>
  %terms = scf.for %k = %c0 to %K step %c1 iter_args(%filled = %no_terms) -> (tensor<?x?xf64>) {
    %lower = func.call @lower_factor(%icf, %k, %d) : (tensor<?x?xf64>, index, index) -> tensor<?x?xf64, "spltri">
    %diagonal = tensor.extract_slice %diagonals[%k, 0] [1, %d] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %mean = tensor.extract_slice %means[%k, 0] [1, %d] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %no_center = tensor.empty(%d) : tensor<?xf64>
    %diagonal_center = linalg.mul ins(%diagonal, %mean : tensor<?xf64>, tensor<?xf64>)
        outs(%no_center : tensor<?xf64>) -> tensor<?xf64>
    %center = linalg.matvec ins(%lower, %mean : tensor<?x?xf64, "spltri">, tensor<?xf64>)
        outs(%diagonal_center : tensor<?xf64>) -> tensor<?xf64>
    %no_y = tensor.empty(%d, %n) : tensor<?x?xf64>
    %diagonal_y = linalg.generic {indexing_maps = [#row, #id2, #row, #id2], iterator_types = ["parallel", "parallel"]}
        ins(%diagonal, %points, %center : tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>) outs(%no_y : tensor<?x?xf64>) {
      ^bb0(%q: f64, %p: f64, %c: f64, %out: f64):
        %product = arith.mulf %q, %p : f64
        %difference = arith.subf %product, %c : f64
        linalg.yield %difference : f64
    } -> tensor<?x?xf64>
    %y = linalg.matmul ins(%lower, %points : tensor<?x?xf64, "spltri">, tensor<?x?xf64>)
        outs(%diagonal_y : tensor<?x?xf64>) -> tensor<?x?xf64>
    %next = func.call @with_terms_of(%k, %y, %alphas, %log_dets, %filled)
        : (index, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
    scf.yield %next : tensor<?x?xf64>
  }
  return %terms : tensor<?x?xf64>
}

// What is below the diagonal of Q_k: icf has it as this type is stored.
func.func private @lower_factor(%icf: tensor<?x?xf64>, %k: index, %d: index) -> tensor<?x?xf64, "spltri"> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty(%d, %d) : tensor<?x?xf64, "spltri">
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?x?xf64, "spltri">) -> tensor<?x?xf64, "spltri">
  %twice_d = arith.muli %c2, %d : index
  %lower = scf.for %j = %c0 to %d step %c1 iter_args(%partial = %zeros) -> (tensor<?x?xf64, "spltri">) {
    %below = arith.addi %j, %c1 : index
    %size = arith.subi %d, %below : index
    %width = arith.subi %twice_d, %below : index
    %area = arith.muli %j, %width : index
    %before = arith.divui %area, %c2 : index
    %offset = arith.addi %d, %before : index
    %column = tensor.extract_slice %icf[%k, %offset] [1, %size] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %next = tensor.insert_slice %column into %partial[%below, %j] [%size, 1] [1, 1]
        : tensor<?xf64> into tensor<?x?xf64, "spltri">
    scf.yield %next : tensor<?x?xf64, "spltri">
  }
  return %lower : tensor<?x?xf64, "spltri">
}

func.func private @gmm_triangular_gradient(tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, f64, index)
    -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
    attributes {lagrad.gradient = @gmm_triangular_objective, lagrad.wrt = [0, 1, 2]}
