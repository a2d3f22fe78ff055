// The log-likelihood of a Gaussian mixture with a Wishart prior on its precisions
// (ADBench's GMM objective), for K components in d dimensions and n points.
//
//   alphas   K         logarithms of the mixture weights, up to a constant
//   means    K x d
//   icf      K x s     factors of the inverse covariances, s = d + d (d - 1) / 2: first the
//                      logarithms of the diagonal of Q_k, then what lies below the
//                      diagonal, column by column
//   x        n x d     the points
//   gamma, m           parameters of the Wishart prior
//
//   - n d / 2 log(2 pi)
//   + sum_i logsumexp_k (alphas_k + log det Q_k - 1/2 |Q_k (x_i - means_k)|^2)
//   - n logsumexp(alphas)
//   + sum_k (gamma^2 / 2 |Q_k|^2 - m log det Q_k) - K C(d, gamma, m)
//
// The examples are what lagrad-check and lagrad-run take where nothing is given: K = d = 2, n = 3.

#id     = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>
#id2    = affine_map<(i, j) -> (i, j)>
#row    = affine_map<(i, j) -> (i)>
#column = affine_map<(i, j) -> (j)>
#whole  = affine_map<(i, j) -> ()>

func.func @gmm_objective(
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
  %terms = func.call @terms(%alphas, %means, %icf, %diagonals, %log_dets, %x)
      : (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
  %likelihood = func.call @sum_of_logsumexp(%terms) : (tensor<?x?xf64>) -> f64
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %result = func.call @with_prior(%likelihood, %n, %alphas, %icf, %diagonals, %log_dets, %gamma, %m)
      : (f64, index, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64, index) -> f64
  return %result : f64
}

// The diagonals of all Q_k, and the logarithms of their determinants.
func.func private @diagonals_of(%icf: tensor<?x?xf64>, %d: index) -> (tensor<?x?xf64>, tensor<?xf64>) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %K = tensor.dim %icf, %c0 : tensor<?x?xf64>
  %log_diagonals = tensor.extract_slice %icf[0, 0] [%K, %d] [1, 1]
      : tensor<?x?xf64> to tensor<?x?xf64>
  %no_diagonals = tensor.empty(%K, %d) : tensor<?x?xf64>
  %diagonals = linalg.generic {indexing_maps = [#id2, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%log_diagonals : tensor<?x?xf64>) outs(%no_diagonals : tensor<?x?xf64>) {
    ^bb0(%q: f64, %out: f64):
      %e = math.exp %q : f64
      linalg.yield %e : f64
  } -> tensor<?x?xf64>
  %no_dets = tensor.empty(%K) : tensor<?xf64>
  %zero_dets = linalg.fill ins(%zero : f64) outs(%no_dets : tensor<?xf64>) -> tensor<?xf64>
  %log_dets = linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
      ins(%log_diagonals : tensor<?x?xf64>) outs(%zero_dets : tensor<?xf64>) {
    ^bb0(%q: f64, %out: f64):
      %s = arith.addf %out, %q : f64
      linalg.yield %s : f64
  } -> tensor<?xf64>
  return %diagonals, %log_dets : tensor<?x?xf64>, tensor<?xf64>
}

// Points as columns: everything that is done for all points then runs along contiguous rows.
func.func private @columns_of(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %d = tensor.dim %x, %c1 : tensor<?x?xf64>
  %no_columns = tensor.empty(%d, %n) : tensor<?x?xf64>
  %points = linalg.transpose ins(%x : tensor<?x?xf64>) outs(%no_columns : tensor<?x?xf64>)
      permutation = [1, 0]
  return %points : tensor<?x?xf64>
}

// terms[k, i] = alphas_k + log det Q_k - 1/2 |Q_k (x_i - means_k)|^2
func.func private @terms(%alphas: tensor<?xf64>, %means: tensor<?x?xf64>, %icf: tensor<?x?xf64>,
                         %diagonals: tensor<?x?xf64>, %log_dets: tensor<?xf64>, %x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %K = tensor.dim %means, %c0 : tensor<?x?xf64>
  %d = tensor.dim %means, %c1 : tensor<?x?xf64>
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %points = func.call @columns_of(%x) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %no_terms = tensor.empty(%K, %n) : tensor<?x?xf64>
  %terms = scf.for %k = %c0 to %K step %c1 iter_args(%filled = %no_terms) -> (tensor<?x?xf64>) {
    %q = func.call @unpack_factor(%diagonals, %icf, %k)
        : (tensor<?x?xf64>, tensor<?x?xf64>, index) -> tensor<?x?xf64>

    // Q_k x - Q_k mean rather than Q_k (x - mean): no copy of the points for each component.
    %mean = tensor.extract_slice %means[%k, 0] [1, %d] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %no_center = tensor.empty(%d) : tensor<?xf64>
    %zero_center = linalg.fill ins(%zero : f64) outs(%no_center : tensor<?xf64>) -> tensor<?xf64>
    %center = linalg.matvec ins(%q, %mean : tensor<?x?xf64>, tensor<?xf64>)
        outs(%zero_center : tensor<?xf64>) -> tensor<?xf64>
    %no_y = tensor.empty(%d, %n) : tensor<?x?xf64>
    %minus_center = linalg.generic {indexing_maps = [#row, #id2], iterator_types = ["parallel", "parallel"]}
        ins(%center : tensor<?xf64>) outs(%no_y : tensor<?x?xf64>) {
      ^bb0(%c: f64, %out: f64):
        %minus = arith.negf %c : f64
        linalg.yield %minus : f64
    } -> tensor<?x?xf64>
    %y = linalg.matmul ins(%q, %points : tensor<?x?xf64>, tensor<?x?xf64>)
        outs(%minus_center : tensor<?x?xf64>) -> tensor<?x?xf64>
    %next = func.call @with_terms_of(%k, %y, %alphas, %log_dets, %filled)
        : (index, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
    scf.yield %next : tensor<?x?xf64>
  }
  return %terms : tensor<?x?xf64>
}

// terms with row k: alphas_k + log det Q_k - the squares of the columns of y / 2.
func.func private @with_terms_of(%k: index, %y: tensor<?x?xf64>, %alphas: tensor<?xf64>, %log_dets: tensor<?xf64>,
                                 %terms: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c1 = arith.constant 1 : index
  %minus_half = arith.constant -0.5 : f64
  %n = tensor.dim %terms, %c1 : tensor<?x?xf64>
  %alpha = tensor.extract %alphas[%k] : tensor<?xf64>
  %log_det = tensor.extract %log_dets[%k] : tensor<?xf64>
  %base = arith.addf %alpha, %log_det : f64
  %no_row = tensor.extract_slice %terms[%k, 0] [1, %n] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
  %base_row = linalg.fill ins(%base : f64) outs(%no_row : tensor<?xf64>) -> tensor<?xf64>
  %row = linalg.generic {indexing_maps = [#id2, #column], iterator_types = ["reduction", "parallel"]}
      ins(%y : tensor<?x?xf64>) outs(%base_row : tensor<?xf64>) {
    ^bb0(%yi: f64, %out: f64):
      %square = arith.mulf %yi, %yi : f64
      %half = arith.mulf %minus_half, %square : f64
      %t = arith.addf %out, %half : f64
      linalg.yield %t : f64
  } -> tensor<?xf64>
  %next = tensor.insert_slice %row into %terms[%k, 0] [1, %n] [1, 1]
      : tensor<?xf64> into tensor<?x?xf64>
  return %next : tensor<?x?xf64>
}

// What the sum over the points, the first line of the formula, and the parameters come to.
func.func private @with_prior(%likelihood: f64, %n: index, %alphas: tensor<?xf64>, %icf: tensor<?x?xf64>,
                              %diagonals: tensor<?x?xf64>, %log_dets: tensor<?xf64>, %gamma: f64, %m: index) -> f64 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %K = tensor.dim %diagonals, %c0 : tensor<?x?xf64>
  %d = tensor.dim %diagonals, %c1 : tensor<?x?xf64>
  %weights = tensor.expand_shape %alphas [[0, 1]] output_shape [%K, 1]
      : tensor<?xf64> into tensor<?x1xf64>
  %weight_columns = tensor.cast %weights : tensor<?x1xf64> to tensor<?x?xf64>
  %normalizer = func.call @sum_of_logsumexp(%weight_columns) : (tensor<?x?xf64>) -> f64
  %n_int = arith.index_cast %n : index to i64
  %n_float = arith.sitofp %n_int : i64 to f64
  %normalizers = arith.mulf %n_float, %normalizer : f64

  %prior = func.call @log_wishart_prior(%diagonals, %log_dets, %icf, %gamma, %m)
      : (tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, f64, index) -> f64
  %constant = func.call @constant_part(%K, %d, %n, %gamma, %m) : (index, index, index, f64, index) -> f64

  %0 = arith.subf %likelihood, %normalizers : f64
  %1 = arith.addf %0, %prior : f64
  %2 = arith.addf %1, %constant : f64
  return %2 : f64
}

// Q_k as a d x d matrix.
func.func private @unpack_factor(%diagonals: tensor<?x?xf64>, %icf: tensor<?x?xf64>, %k: index)
    -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %d = tensor.dim %diagonals, %c1 : tensor<?x?xf64>
  %empty = tensor.empty(%d, %d) : tensor<?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?x?xf64>) -> tensor<?x?xf64>
  %twice_d = arith.muli %c2, %d : index
  %q = scf.for %j = %c0 to %d step %c1 iter_args(%partial = %zeros) -> (tensor<?x?xf64>) {
    %diagonal = tensor.extract %diagonals[%k, %j] : tensor<?x?xf64>
    %with_diagonal = tensor.insert %diagonal into %partial[%j, %j] : tensor<?x?xf64>
    // Column j has d - 1 - j entries below the diagonal, after the d + j (2 d - j - 1) / 2
    // numbers of the diagonal and of the columns before it.
    %below = arith.addi %j, %c1 : index
    %size = arith.subi %d, %below : index
    %width = arith.subi %twice_d, %below : index
    %area = arith.muli %j, %width : index
    %before = arith.divui %area, %c2 : index
    %offset = arith.addi %d, %before : index
    %column = tensor.extract_slice %icf[%k, %offset] [1, %size] [1, 1]
        : tensor<?x?xf64> to tensor<?xf64>
    %next = tensor.insert_slice %column into %with_diagonal[%below, %j] [%size, 1] [1, 1]
        : tensor<?xf64> into tensor<?x?xf64>
    scf.yield %next : tensor<?x?xf64>
  }
  return %q : tensor<?x?xf64>
}

// The sum over columns of the logarithm of the sum of exponentials of the column, shifted by
// the column's maximum so that no exponential overflows.
func.func private @sum_of_logsumexp(%terms: tensor<?x?xf64>) -> f64 {
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %n = tensor.dim %terms, %c1 : tensor<?x?xf64>
  %empty = tensor.empty(%n) : tensor<?xf64>
  %all_lowest = linalg.fill ins(%lowest : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %maxima = linalg.generic {indexing_maps = [#id2, #column], iterator_types = ["reduction", "parallel"]}
      ins(%terms : tensor<?x?xf64>) outs(%all_lowest : tensor<?xf64>) {
    ^bb0(%t: f64, %out: f64):
      %max = arith.maximumf %out, %t : f64
      linalg.yield %max : f64
  } -> tensor<?xf64>
  // The result does not depend on what it is shifted by.
  %largest = "lagrad.stop_gradient"(%maxima) : (tensor<?xf64>) -> tensor<?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %sums = linalg.generic {indexing_maps = [#id2, #column, #column], iterator_types = ["reduction", "parallel"]}
      ins(%terms, %largest : tensor<?x?xf64>, tensor<?xf64>) outs(%zeros : tensor<?xf64>) {
    ^bb0(%t: f64, %l: f64, %out: f64):
      %shifted = arith.subf %t, %l : f64
      %e = math.exp %shifted : f64
      %s = arith.addf %out, %e : f64
      linalg.yield %s : f64
  } -> tensor<?xf64>
  %no_total = tensor.empty() : tensor<f64>
  %zero_total = linalg.fill ins(%zero : f64) outs(%no_total : tensor<f64>) -> tensor<f64>
  %total = linalg.generic {indexing_maps = [#id, #id, #scalar], iterator_types = ["reduction"]}
      ins(%sums, %largest : tensor<?xf64>, tensor<?xf64>) outs(%zero_total : tensor<f64>) {
    ^bb0(%s: f64, %l: f64, %out: f64):
      %log = math.log %s : f64
      %lse = arith.addf %log, %l : f64
      %sum = arith.addf %out, %lse : f64
      linalg.yield %sum : f64
  } -> tensor<f64>
  %result = tensor.extract %total[] : tensor<f64>
  return %result : f64
}

// sum_k (gamma^2 / 2 |Q_k|^2 - m log det Q_k): the part of the prior that depends on the factors.
func.func private @log_wishart_prior(%diagonals: tensor<?x?xf64>, %log_dets: tensor<?xf64>,
                                     %icf: tensor<?x?xf64>, %gamma: f64, %m: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %K = tensor.dim %diagonals, %c0 : tensor<?x?xf64>
  %d = tensor.dim %diagonals, %c1 : tensor<?x?xf64>
  %s = tensor.dim %icf, %c1 : tensor<?x?xf64>
  %below = arith.subi %s, %d : index
  %lower = tensor.extract_slice %icf[0, %d] [%K, %below] [1, 1]
      : tensor<?x?xf64> to tensor<?x?xf64>
  %empty = tensor.empty() : tensor<f64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<f64>) -> tensor<f64>
  %diagonal_squares = linalg.generic {indexing_maps = [#id2, #whole], iterator_types = ["reduction", "reduction"]}
      ins(%diagonals : tensor<?x?xf64>) outs(%zeros : tensor<f64>) {
    ^bb0(%q: f64, %out: f64):
      %square = arith.mulf %q, %q : f64
      %sum = arith.addf %out, %square : f64
      linalg.yield %sum : f64
  } -> tensor<f64>
  %all_squares = linalg.generic {indexing_maps = [#id2, #whole], iterator_types = ["reduction", "reduction"]}
      ins(%lower : tensor<?x?xf64>) outs(%diagonal_squares : tensor<f64>) {
    ^bb0(%q: f64, %out: f64):
      %square = arith.mulf %q, %q : f64
      %sum = arith.addf %out, %square : f64
      linalg.yield %sum : f64
  } -> tensor<f64>
  %log_det_sum = linalg.generic {indexing_maps = [#id, #scalar], iterator_types = ["reduction"]}
      ins(%log_dets : tensor<?xf64>) outs(%zeros : tensor<f64>) {
    ^bb0(%q: f64, %out: f64):
      %sum = arith.addf %out, %q : f64
      linalg.yield %sum : f64
  } -> tensor<f64>
  %squares = tensor.extract %all_squares[] : tensor<f64>
  %log_det = tensor.extract %log_det_sum[] : tensor<f64>
  %gamma_squared = arith.mulf %gamma, %gamma : f64
  %scale = arith.mulf %half, %gamma_squared : f64
  %scaled_squares = arith.mulf %scale, %squares : f64
  %m_int = arith.index_cast %m : index to i64
  %m_float = arith.sitofp %m_int : i64 to f64
  %scaled_log_det = arith.mulf %m_float, %log_det : f64
  %prior = arith.subf %scaled_squares, %scaled_log_det : f64
  return %prior : f64
}

// What depends on no parameter: - n d / 2 log(2 pi) - K C, with N = d + m + 1 and
// C = N d (log(gamma) - log(2) / 2) - log of the multivariate gamma function Gamma_d(N / 2).
func.func private @constant_part(%K: index, %d: index, %n: index, %gamma: f64, %m: index) -> f64 {
  %c1 = arith.constant 1 : index
  %minus_half_log_2pi = arith.constant -0.91893853320467274 : f64
  %half_log_2 = arith.constant 0.34657359027997265 : f64
  %n_by_d = arith.muli %n, %d : index
  %n_by_d_float = func.call @to_float(%n_by_d) : (index) -> f64
  %gaussian = arith.mulf %n_by_d_float, %minus_half_log_2pi : f64

  %d_and_m = arith.addi %d, %m : index
  %N = arith.addi %d_and_m, %c1 : index
  %N_by_d = arith.muli %N, %d : index
  %N_by_d_float = func.call @to_float(%N_by_d) : (index) -> f64
  %log_gamma = math.log %gamma : f64
  %log_scale = arith.subf %log_gamma, %half_log_2 : f64
  %scale_part = arith.mulf %N_by_d_float, %log_scale : f64
  %multigamma = func.call @log_multigamma(%N, %d) : (index, index) -> f64
  %C = arith.subf %scale_part, %multigamma : f64
  %K_float = func.call @to_float(%K) : (index) -> f64
  %C_all = arith.mulf %K_float, %C : f64
  %constant = arith.subf %gaussian, %C_all : f64
  return %constant : f64
}

// log Gamma_d(N / 2) = d (d - 1) / 4 log(pi) + sum of log Gamma(h / 2) for N - d < h <= N,
// where log Gamma(h / 2) follows from the one two steps before it.
func.func private @log_multigamma(%N: index, %d: index) -> f64 {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %quarter = arith.constant 0.25 : f64
  %zero = arith.constant 0.0 : f64
  %log_pi = arith.constant 1.1447298858494002 : f64
  %log_gamma_half = arith.mulf %half, %log_pi : f64
  %end = arith.addi %N, %c1 : index
  %first = arith.subi %end, %d : index
  // At the outset h = 3: Gamma(1/2) = sqrt(pi), Gamma(1) = 1. As N >= d + 1, h = 1 never counts,
  // and h = 2 adds nothing.
  %sums:3 = scf.for %h = %c3 to %end step %c1
      iter_args(%two_before = %log_gamma_half, %one_before = %zero, %sum = %zero) -> (f64, f64, f64) {
    %h_float = func.call @to_float(%h) : (index) -> f64
    %half_h = arith.mulf %half, %h_float : f64
    %argument = arith.subf %half_h, %one : f64
    %log = math.log %argument : f64
    %log_gamma = arith.addf %two_before, %log : f64
    %counts = arith.cmpi uge, %h, %first : index
    %more = arith.addf %sum, %log_gamma : f64
    %next = arith.select %counts, %more, %sum : f64
    scf.yield %one_before, %log_gamma, %next : f64, f64, f64
  }
  %d_float = func.call @to_float(%d) : (index) -> f64
  %d_less_one = arith.subf %d_float, %one : f64
  %pairs = arith.mulf %d_float, %d_less_one : f64
  %quarter_pairs = arith.mulf %quarter, %pairs : f64
  %pi_part = arith.mulf %quarter_pairs, %log_pi : f64
  %result = arith.addf %pi_part, %sums#2 : f64
  return %result : f64
}

func.func private @to_float(%n: index) -> f64 {
  %int = arith.index_cast %n : index to i64
  %float = arith.sitofp %int : i64 to f64
  return %float : f64
}

func.func private @gmm_gradient(tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, f64, index)
    -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
    attributes {lagrad.gradient = @gmm_objective, lagrad.wrt = [0, 1, 2]}

func.func private @gmm_pushforward(tensor<?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>,
                                   tensor<?x?xf64>, tensor<?x?xf64>, f64, index) -> f64
    attributes {lagrad.pushforward = @gmm_objective, lagrad.wrt = [0, 1, 2]}
