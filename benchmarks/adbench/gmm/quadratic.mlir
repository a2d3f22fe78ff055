// GMM in quadratic forms: a term is z^T C_k z, with C_k an upper triangle, and something linear in z. monomials.mlir multiplies the same
// coefficients with monomials of the points. There are none here, and blocks of points may be large however many there would be.
//
// This goes after monomials.mlir and what that goes after. A term is linear in C_k, so its adjoint is a product of the points with
// themselves, of which the triangle is computed. The coefficients are kept packed, and unpacked for each block.

func.func @gmm_quadratic_objective(
    %alphas: tensor<?xf64> {lagrad.example = dense<[0.3, -0.5]> : tensor<2xf64>},
    %means: tensor<?x?xf64> {lagrad.example = dense<[[0.1, 0.7], [0.9, 0.4]]> : tensor<2x2xf64>},
    %icf: tensor<?x?xf64> {lagrad.example = dense<[[0.2, -0.4, 1.1], [0.6, 0.1, -0.8]]> : tensor<2x3xf64>},
    %x: tensor<?x?xf64> {lagrad.example = dense<[[1.2, 0.3], [-0.7, 0.5], [0.4, -1.6]]> : tensor<3x2xf64>},
    %gamma: f64 {lagrad.example = 1.5 : f64},
    %m: index {lagrad.example = 2 : index}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %block = arith.constant 384 : index  // two arrays of this many points are in the second cache, and C_k is unpacked seldom
  %zero = arith.constant 0.0 : f64
  %d = tensor.dim %means, %c1 : tensor<?x?xf64>
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %diagonals, %log_dets = func.call @diagonals_of(%icf, %d) : (tensor<?x?xf64>, index) -> (tensor<?x?xf64>, tensor<?xf64>)
  %middle = func.call @middle_of(%means) : (tensor<?x?xf64>) -> tensor<?xf64>
  %others = func.call @with_prior(%zero, %n, %alphas, %icf, %diagonals, %log_dets, %gamma, %m)
      : (f64, index, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64, index) -> f64
  %quadratic, %linear = func.call @coefficients_of(%alphas, %means, %middle, %icf, %diagonals, %log_dets)
      : (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?x?xf64>)
  %K = tensor.dim %quadratic, %c0 : tensor<?x?xf64>
  %slopes = tensor.extract_slice %linear[0, 0] [%K, %d] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
  %constants = tensor.extract_slice %linear[0, %d] [%K, 1] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
  %likelihood = scf.for %first = %c0 to %n step %block iter_args(%sum = %zero) -> f64 {
    %left = arith.subi %n, %first : index
    %size = arith.minsi %left, %block : index
    %points = tensor.extract_slice %x[%first, 0] [%size, %d] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %z = func.call @around(%points, %middle) : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?x?xf64>
    %no_terms = tensor.empty(%K, %size) : tensor<?x?xf64>
    %start = linalg.generic {indexing_maps = [#row, #id2], iterator_types = ["parallel", "parallel"]}
        ins(%constants : tensor<?xf64>) outs(%no_terms : tensor<?x?xf64>) {
      ^bb0(%c: f64, %out: f64):
        linalg.yield %c : f64
    } -> tensor<?x?xf64>
    %linear_terms = linalg.matmul ins(%slopes, %z : tensor<?x?xf64>, tensor<?x?xf64>)
        outs(%start : tensor<?x?xf64>) -> tensor<?x?xf64>
    %terms = scf.for %k = %c0 to %K step %c1 iter_args(%filled = %linear_terms) -> (tensor<?x?xf64>) {
      %form = func.call @form_of(%quadratic, %d, %k) : (tensor<?x?xf64>, index, index) -> tensor<?x?xf64, "utri">
      %no_y = tensor.empty(%d, %size) : tensor<?x?xf64>
      %zero_y = linalg.fill ins(%zero : f64) outs(%no_y : tensor<?x?xf64>) -> tensor<?x?xf64>
      %y = linalg.matmul ins(%form, %z : tensor<?x?xf64, "utri">, tensor<?x?xf64>)
          outs(%zero_y : tensor<?x?xf64>) -> tensor<?x?xf64>
      %linear_row = tensor.extract_slice %filled[%k, 0] [1, %size] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
      %row = linalg.generic {indexing_maps = [#id2, #id2, #column], iterator_types = ["reduction", "parallel"]}
          ins(%y, %z : tensor<?x?xf64>, tensor<?x?xf64>) outs(%linear_row : tensor<?xf64>) {
        ^bb0(%yi: f64, %zi: f64, %out: f64):
          %product = arith.mulf %yi, %zi : f64
          %t = arith.addf %out, %product : f64
          linalg.yield %t : f64
      } -> tensor<?xf64>
      %next = tensor.insert_slice %row into %filled[%k, 0] [1, %size] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
      scf.yield %next : tensor<?x?xf64>
    }
    %of_block = func.call @sum_of_block(%terms) : (tensor<?x?xf64>) -> f64
    %next = arith.addf %sum, %of_block : f64
    scf.yield %next : f64
  }
  %result = arith.addf %likelihood, %others : f64
  return %result : f64
}

// C_k as a matrix, from its rows.
func.func private @form_of(%quadratic: tensor<?x?xf64>, %d: index, %k: index) -> tensor<?x?xf64, "utri"> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %empty = tensor.empty(%d, %d) : tensor<?x?xf64, "utri">
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?x?xf64, "utri">) -> tensor<?x?xf64, "utri">
  %form = scf.for %i = %c0 to %d step %c1 iter_args(%partial = %zeros) -> (tensor<?x?xf64, "utri">) {
    %before = func.call @monomials_before(%i, %d) : (index, index) -> index
    %size = arith.subi %d, %i : index
    %row = tensor.extract_slice %quadratic[%k, %before] [1, %size] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %with_row = tensor.insert_slice %row into %partial[%i, %i] [1, %size] [1, 1] : tensor<?xf64> into tensor<?x?xf64, "utri">
    %square = tensor.extract %row[%c0] : tensor<?xf64>
    %halved = arith.mulf %square, %half : f64
    %next = tensor.insert %halved into %with_row[%i, %i] : tensor<?x?xf64, "utri">
    scf.yield %next : tensor<?x?xf64, "utri">
  }
  return %form : tensor<?x?xf64, "utri">
}

func.func private @gmm_quadratic_gradient(tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, f64, index)
    -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
    attributes {lagrad.gradient = @gmm_quadratic_objective, lagrad.wrt = [0, 1, 2]}
