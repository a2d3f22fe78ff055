// GMM in blocks of points: what is kept of a block is small, however many points there are. The types of the factors say
// that they are triangular.
//
// This goes after primal.mlir, which has the functions that it calls, and says what is computed. What does not depend on
// the points comes before the loop over blocks. That is a sum of independent iterations, which the gradient runs only once.

func.func @gmm_blocks_objective(
    %alphas: tensor<?xf64> {lagrad.example = dense<[0.3, -0.5]> : tensor<2xf64>},
    %means: tensor<?x?xf64> {lagrad.example = dense<[[0.1, 0.7], [0.9, 0.4]]> : tensor<2x2xf64>},
    %icf: tensor<?x?xf64> {lagrad.example = dense<[[0.2, -0.4, 1.1], [0.6, 0.1, -0.8]]> : tensor<2x3xf64>},
    %x: tensor<?x?xf64> {lagrad.example = dense<[[1.2, 0.3], [-0.7, 0.5], [0.4, -1.6]]> : tensor<3x2xf64>},
    %gamma: f64 {lagrad.example = 1.5 : f64},
    %m: index {lagrad.example = 2 : index}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %block = arith.constant 256 : index
  %zero = arith.constant 0.0 : f64
  %d = tensor.dim %means, %c1 : tensor<?x?xf64>
  %K = tensor.dim %means, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %diagonals, %log_dets = func.call @diagonals_of(%icf, %d) : (tensor<?x?xf64>, index) -> (tensor<?x?xf64>, tensor<?xf64>)
  %factors, %centers = func.call @factors_of(%means, %icf, %diagonals)
      : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>) -> (tensor<?x?x?xf64, "ltri">, tensor<?x?xf64>)
  %no_bases = tensor.empty(%K) : tensor<?xf64>
  %bases = linalg.add ins(%alphas, %log_dets : tensor<?xf64>, tensor<?xf64>)
      outs(%no_bases : tensor<?xf64>) -> tensor<?xf64>
  %likelihood = scf.for %first = %c0 to %n step %block iter_args(%sum = %zero) -> f64 {
    %left = arith.subi %n, %first : index
    %size = arith.minsi %left, %block : index
    %points = tensor.extract_slice %x[%first, 0] [%size, %d] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %terms = func.call @terms_of_block(%bases, %factors, %centers, %points)
        : (tensor<?xf64>, tensor<?x?x?xf64, "ltri">, tensor<?x?xf64>, tensor<?x?xf64>) -> tensor<?x?xf64>
    %of_block = func.call @sum_of_block(%terms) : (tensor<?x?xf64>) -> f64
    %next = arith.addf %sum, %of_block : f64
    scf.yield %next : f64
  }
  %result = func.call @with_prior(%likelihood, %n, %alphas, %icf, %diagonals, %log_dets, %gamma, %m)
      : (f64, index, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64, index) -> f64
  return %result : f64
}

// All Q_k, and all Q_k mean_k.
func.func private @factors_of(%means: tensor<?x?xf64>, %icf: tensor<?x?xf64>, %diagonals: tensor<?x?xf64>)
    -> (tensor<?x?x?xf64, "ltri">, tensor<?x?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %K = tensor.dim %means, %c0 : tensor<?x?xf64>
  %d = tensor.dim %means, %c1 : tensor<?x?xf64>
  %no_factors = tensor.empty(%K, %d, %d) : tensor<?x?x?xf64, "ltri">
  %factors = scf.for %k = %c0 to %K step %c1 iter_args(%filled = %no_factors) -> (tensor<?x?x?xf64, "ltri">) {
    %full = func.call @unpack_factor(%diagonals, %icf, %k)
        : (tensor<?x?xf64>, tensor<?x?xf64>, index) -> tensor<?x?xf64>
    %q = tensor.cast %full : tensor<?x?xf64> to tensor<?x?xf64, "ltri">
    %next = tensor.insert_slice %q into %filled[%k, 0, 0] [1, %d, %d] [1, 1, 1]
        : tensor<?x?xf64, "ltri"> into tensor<?x?x?xf64, "ltri">
    scf.yield %next : tensor<?x?x?xf64, "ltri">
  }
  %no_centers = tensor.empty(%K, %d) : tensor<?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%no_centers : tensor<?x?xf64>) -> tensor<?x?xf64>
  %centers = linalg.batch_matvec ins(%factors, %means : tensor<?x?x?xf64, "ltri">, tensor<?x?xf64>)
      outs(%zeros : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %factors, %centers : tensor<?x?x?xf64, "ltri">, tensor<?x?xf64>
}

// terms[k, i] = bases_k - 1/2 |Q_k x_i - centers_k|^2
func.func private @terms_of_block(%bases: tensor<?xf64>, %factors: tensor<?x?x?xf64, "ltri">, %centers: tensor<?x?xf64>,
                                  %x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %minus_half = arith.constant -0.5 : f64
  %K = tensor.dim %factors, %c0 : tensor<?x?x?xf64, "ltri">
  %d = tensor.dim %factors, %c1 : tensor<?x?x?xf64, "ltri">
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %points = func.call @columns_of(%x) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %no_terms = tensor.empty(%K, %n) : tensor<?x?xf64>
  %terms = scf.for %k = %c0 to %K step %c1 iter_args(%filled = %no_terms) -> (tensor<?x?xf64>) {
    %q = tensor.extract_slice %factors[%k, 0, 0] [1, %d, %d] [1, 1, 1]
        : tensor<?x?x?xf64, "ltri"> to tensor<?x?xf64, "ltri">
    %center = tensor.extract_slice %centers[%k, 0] [1, %d] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %no_y = tensor.empty(%d, %n) : tensor<?x?xf64>
    %minus_center = linalg.generic {indexing_maps = [#row, #id2], iterator_types = ["parallel", "parallel"]}
        ins(%center : tensor<?xf64>) outs(%no_y : tensor<?x?xf64>) {
      ^bb0(%c: f64, %out: f64):
        %minus = arith.negf %c : f64
        linalg.yield %minus : f64
    } -> tensor<?x?xf64>
    %y = linalg.matmul ins(%q, %points : tensor<?x?xf64, "ltri">, tensor<?x?xf64>)
        outs(%minus_center : tensor<?x?xf64>) -> tensor<?x?xf64>
    %base = tensor.extract %bases[%k] : tensor<?xf64>
    %no_row = tensor.extract_slice %filled[%k, 0] [1, %n] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %base_row = linalg.fill ins(%base : f64) outs(%no_row : tensor<?xf64>) -> tensor<?xf64>
    %row = linalg.generic {indexing_maps = [#id2, #column], iterator_types = ["reduction", "parallel"]}
        ins(%y : tensor<?x?xf64>) outs(%base_row : tensor<?xf64>) {
      ^bb0(%yi: f64, %out: f64):
        %square = arith.mulf %yi, %yi : f64
        %half = arith.mulf %minus_half, %square : f64
        %t = arith.addf %out, %half : f64
        linalg.yield %t : f64
    } -> tensor<?xf64>
    %next = tensor.insert_slice %row into %filled[%k, 0] [1, %n] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
    scf.yield %next : tensor<?x?xf64>
  }
  return %terms : tensor<?x?xf64>
}

// As sum_of_logsumexp, but the exponentials are kept: the gradient reads them.
func.func private @sum_of_block(%terms: tensor<?x?xf64>) -> f64 {
  %c1 = arith.constant 1 : index
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %lowest = arith.constant 0xFFF0000000000000 : f64
  %K = tensor.dim %terms, %c0 : tensor<?x?xf64>
  %n = tensor.dim %terms, %c1 : tensor<?x?xf64>
  %empty = tensor.empty(%n) : tensor<?xf64>
  %all_lowest = linalg.fill ins(%lowest : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %maxima = linalg.generic {indexing_maps = [#id2, #column], iterator_types = ["reduction", "parallel"]}
      ins(%terms : tensor<?x?xf64>) outs(%all_lowest : tensor<?xf64>) {
    ^bb0(%t: f64, %out: f64):
      %max = arith.maximumf %out, %t : f64
      linalg.yield %max : f64
  } -> tensor<?xf64>
  %largest = "lagrad.stop_gradient"(%maxima) : (tensor<?xf64>) -> tensor<?xf64>
  %no_exps = tensor.empty(%K, %n) : tensor<?x?xf64>
  %exps = linalg.generic {indexing_maps = [#id2, #column, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%terms, %largest : tensor<?x?xf64>, tensor<?xf64>) outs(%no_exps : tensor<?x?xf64>) {
    ^bb0(%t: f64, %l: f64, %out: f64):
      %shifted = arith.subf %t, %l : f64
      %e = math.exp %shifted : f64
      linalg.yield %e : f64
  } -> tensor<?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %sums = linalg.generic {indexing_maps = [#id2, #column], iterator_types = ["reduction", "parallel"]}
      ins(%exps : tensor<?x?xf64>) outs(%zeros : tensor<?xf64>) {
    ^bb0(%e: f64, %out: f64):
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

func.func private @gmm_blocks_gradient(tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, f64, index)
    -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
    attributes {lagrad.gradient = @gmm_blocks_objective, lagrad.wrt = [0, 1, 2]}
