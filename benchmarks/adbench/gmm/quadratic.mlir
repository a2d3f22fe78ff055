// GMM in quadratic forms, one component at a time: no more than one C_k is there at once, and no more than one of its adjoint.
//
// This goes after monomials.mlir and what that goes after. Terms are those of monomials.mlir, with the coefficients of a component as a
// triangle C_k, which is multiplied with the points themselves. Between points and gradient are, of a block of points, the points, their
// terms and, for one component, a strip of its product with the points. Each block makes all forms again, and nothing of a C_k is kept for
// the gradient: terms are linear in it.

#of_rows   = affine_map<(i, j, l) -> (i, l)>
#with_rows = affine_map<(i, j, l) -> (j, l)>

func.func @gmm_quadratic_objective(
    %alphas: tensor<?xf64> {lagrad.example = dense<[0.3, -0.5]> : tensor<2xf64>},
    %means: tensor<?x?xf64> {lagrad.example = dense<[[0.1, 0.7], [0.9, 0.4]]> : tensor<2x2xf64>},
    %icf: tensor<?x?xf64> {lagrad.example = dense<[[0.2, -0.4, 1.1], [0.6, 0.1, -0.8]]> : tensor<2x3xf64>},
    %x: tensor<?x?xf64> {lagrad.example = dense<[[1.2, 0.3], [-0.7, 0.5], [0.4, -1.6]]> : tensor<3x2xf64>},
    %gamma: f64 {lagrad.example = 1.5 : f64},
    %m: index {lagrad.example = 2 : index}) -> f64 {
  %block = arith.constant 1024 : index  // what is made again for each weighs little then, and the points are in the second cache
  %strip = arith.constant 224 : index
  %result = func.call @in_quadratic_forms(%alphas, %means, %icf, %x, %gamma, %m, %block, %strip)
      : (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, f64, index, index, index) -> f64
  return %result : f64
}

// The same with a third of the points at once: less memory, and forms that are made three times as often.
func.func @gmm_few_points_objective(
    %alphas: tensor<?xf64> {lagrad.example = dense<[0.3, -0.5]> : tensor<2xf64>},
    %means: tensor<?x?xf64> {lagrad.example = dense<[[0.1, 0.7], [0.9, 0.4]]> : tensor<2x2xf64>},
    %icf: tensor<?x?xf64> {lagrad.example = dense<[[0.2, -0.4, 1.1], [0.6, 0.1, -0.8]]> : tensor<2x3xf64>},
    %x: tensor<?x?xf64> {lagrad.example = dense<[[1.2, 0.3], [-0.7, 0.5], [0.4, -1.6]]> : tensor<3x2xf64>},
    %gamma: f64 {lagrad.example = 1.5 : f64},
    %m: index {lagrad.example = 2 : index}) -> f64 {
  %block = arith.constant 336 : index
  %strip = arith.constant 96 : index
  %result = func.call @in_quadratic_forms(%alphas, %means, %icf, %x, %gamma, %m, %block, %strip)
      : (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, f64, index, index, index) -> f64
  return %result : f64
}

// `block` points at a time are turned and have their terms, `strip` points of them are multiplied with a form.
func.func private @in_quadratic_forms(%alphas: tensor<?xf64>, %means: tensor<?x?xf64>, %icf: tensor<?x?xf64>, %x: tensor<?x?xf64>,
                                      %gamma: f64, %m: index, %block: index, %strip: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %d = tensor.dim %means, %c1 : tensor<?x?xf64>
  %K = tensor.dim %means, %c0 : tensor<?x?xf64>
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %diagonals, %log_dets = func.call @diagonals_of(%icf, %d) : (tensor<?x?xf64>, index) -> (tensor<?x?xf64>, tensor<?xf64>)
  %middle = func.call @middle_of(%means) : (tensor<?x?xf64>) -> tensor<?xf64>
  %others = func.call @with_prior(%zero, %n, %alphas, %icf, %diagonals, %log_dets, %gamma, %m)
      : (f64, index, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64, index) -> f64
  %likelihood = scf.for %first = %c0 to %n step %block iter_args(%sum = %zero) -> f64 {
    %left = arith.subi %n, %first : index
    %size = arith.minsi %left, %block : index
    %points = tensor.extract_slice %x[%first, 0] [%size, %d] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %z = func.call @around(%points, %middle) : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?x?xf64>
    %no_terms = tensor.empty(%K, %size) : tensor<?x?xf64>
    %terms = scf.for %k = %c0 to %K step %c1 iter_args(%filled = %no_terms) -> (tensor<?x?xf64>) {
      %form, %slope, %constant = func.call @form_of_one(%alphas, %means, %middle, %icf, %diagonals, %log_dets, %k)
          : (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, index)
          -> (tensor<?x?xf64, "utri">, tensor<?xf64>, f64)
      %next = scf.for %begin = %c0 to %size step %strip iter_args(%partial = %filled) -> (tensor<?x?xf64>) {
        %rest = arith.subi %size, %begin : index
        %width = arith.minsi %rest, %strip : index
        %part = tensor.extract_slice %z[0, %begin] [%d, %width] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
        %no_y = tensor.empty(%d, %width) : tensor<?x?xf64>
        %slopes = linalg.generic {indexing_maps = [#row, #id2], iterator_types = ["parallel", "parallel"]}
            ins(%slope : tensor<?xf64>) outs(%no_y : tensor<?x?xf64>) {
          ^bb0(%s: f64, %out: f64):
            linalg.yield %s : f64
        } -> tensor<?x?xf64>
        %y = linalg.matmul ins(%form, %part : tensor<?x?xf64, "utri">, tensor<?x?xf64>)
            outs(%slopes : tensor<?x?xf64>) -> tensor<?x?xf64>
        %no_row = tensor.empty(%width) : tensor<?xf64>
        %constants = linalg.fill ins(%constant : f64) outs(%no_row : tensor<?xf64>) -> tensor<?xf64>
        %row = linalg.generic {indexing_maps = [#id2, #id2, #column], iterator_types = ["reduction", "parallel"]}
            ins(%y, %part : tensor<?x?xf64>, tensor<?x?xf64>) outs(%constants : tensor<?xf64>) {
          ^bb0(%yi: f64, %zi: f64, %out: f64):
            %product = arith.mulf %yi, %zi : f64
            %t = arith.addf %out, %product : f64
            linalg.yield %t : f64
        } -> tensor<?xf64>
        %with_row = tensor.insert_slice %row into %partial[%k, %begin] [1, %width] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
        scf.yield %with_row : tensor<?x?xf64>
      }
      scf.yield %next : tensor<?x?xf64>
    }
    %of_block = func.call @sum_of_block(%terms) : (tensor<?x?xf64>) -> f64
    %next = arith.addf %sum, %of_block : f64
    scf.yield %next : f64
  }
  %result = arith.addf %likelihood, %others : f64
  return %result : f64
}

// With R = Q_k^T and c = Q_k (mean_k - middle), a term is z^T C z + s z + b: C is the upper half of - R R^T, half of that on its
// diagonal, s = R c, and b = alphas_k + log det Q_k - |c|^2 / 2.
func.func private @form_of_one(%alphas: tensor<?xf64>, %means: tensor<?x?xf64>, %middle: tensor<?xf64>, %icf: tensor<?x?xf64>,
                               %diagonals: tensor<?x?xf64>, %log_dets: tensor<?xf64>, %k: index)
    -> (tensor<?x?xf64, "utri">, tensor<?xf64>, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %most_rows = arith.constant 16 : index
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %d = tensor.dim %means, %c1 : tensor<?x?xf64>
  %r = func.call @turned_factor_of(%diagonals, %icf, %k) : (tensor<?x?xf64>, tensor<?x?xf64>, index) -> tensor<?x?xf64>
  %mean = tensor.extract_slice %means[%k, 0] [1, %d] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
  %no_vector = tensor.empty(%d) : tensor<?xf64>
  %zero_vector = linalg.fill ins(%zero : f64) outs(%no_vector : tensor<?xf64>) -> tensor<?xf64>
  %distance = linalg.sub ins(%mean, %middle : tensor<?xf64>, tensor<?xf64>) outs(%no_vector : tensor<?xf64>) -> tensor<?xf64>
  %center = linalg.vecmat ins(%distance, %r : tensor<?xf64>, tensor<?x?xf64>) outs(%zero_vector : tensor<?xf64>) -> tensor<?xf64>
  %slope = linalg.matvec ins(%r, %center : tensor<?x?xf64>, tensor<?xf64>) outs(%zero_vector : tensor<?xf64>) -> tensor<?xf64>
  %alpha = tensor.extract %alphas[%k] : tensor<?xf64>
  %log_det = tensor.extract %log_dets[%k] : tensor<?xf64>
  %base = arith.addf %alpha, %log_det : f64
  %no_square = tensor.empty() : tensor<f64>
  %zero_square = linalg.fill ins(%zero : f64) outs(%no_square : tensor<f64>) -> tensor<f64>
  %squares = linalg.dot ins(%center, %center : tensor<?xf64>, tensor<?xf64>) outs(%zero_square : tensor<f64>) -> tensor<f64>
  %square = tensor.extract %squares[] : tensor<f64>
  %half_square = arith.mulf %half, %square : f64
  %constant = arith.subf %base, %half_square : f64

  // Some rows at a time, from their diagonal on: a third of the work of the whole product.
  %empty = tensor.empty(%d, %d) : tensor<?x?xf64, "utri">
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?x?xf64, "utri">) -> tensor<?x?xf64, "utri">
  %form = scf.for %first = %c0 to %d step %most_rows iter_args(%filled = %zeros) -> (tensor<?x?xf64, "utri">) {
    %width = arith.subi %d, %first : index
    %height = arith.minsi %width, %most_rows : index
    %own = tensor.extract_slice %r[%first, %first] [%height, %width] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %all = tensor.extract_slice %r[%first, %first] [%width, %width] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %no_rows = tensor.empty(%height, %width) : tensor<?x?xf64>
    %zero_rows = linalg.fill ins(%zero : f64) outs(%no_rows : tensor<?x?xf64>) -> tensor<?x?xf64>
    %rows = linalg.generic {indexing_maps = [#of_rows, #with_rows, #product], iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%own, %all : tensor<?x?xf64>, tensor<?x?xf64>) outs(%zero_rows : tensor<?x?xf64>) {
      ^bb0(%a: f64, %b: f64, %out: f64):
        %p = arith.mulf %a, %b : f64
        %s = arith.subf %out, %p : f64
        linalg.yield %s : f64
    } -> tensor<?x?xf64>
    %with_rows = scf.for %i = %c0 to %height step %c1 iter_args(%partial = %filled) -> (tensor<?x?xf64, "utri">) {
      %size = arith.subi %width, %i : index
      %at = arith.addi %first, %i : index
      %row = tensor.extract_slice %rows[%i, %i] [1, %size] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
      %with_row = tensor.insert_slice %row into %partial[%at, %at] [1, %size] [1, 1] : tensor<?xf64> into tensor<?x?xf64, "utri">
      %diagonal = tensor.extract %row[%c0] : tensor<?xf64>
      %halved = arith.mulf %diagonal, %half : f64
      %next = tensor.insert %halved into %with_row[%at, %at] : tensor<?x?xf64, "utri">
      scf.yield %next : tensor<?x?xf64, "utri">
    }
    scf.yield %with_rows : tensor<?x?xf64, "utri">
  }
  return %form, %slope, %constant : tensor<?x?xf64, "utri">, tensor<?xf64>, f64
}

// Q_k^T: rows of it, from behind the diagonal on, are packed columns of Q_k, and are copied as they lie.
func.func private @turned_factor_of(%diagonals: tensor<?x?xf64>, %icf: tensor<?x?xf64>, %k: index) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %zero = arith.constant 0.0 : f64
  %d = tensor.dim %diagonals, %c1 : tensor<?x?xf64>
  %empty = tensor.empty(%d, %d) : tensor<?x?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?x?xf64>) -> tensor<?x?xf64>
  %twice_d = arith.muli %c2, %d : index
  %r = scf.for %j = %c0 to %d step %c1 iter_args(%partial = %zeros) -> (tensor<?x?xf64>) {
    %diagonal = tensor.extract %diagonals[%k, %j] : tensor<?x?xf64>
    %with_diagonal = tensor.insert %diagonal into %partial[%j, %j] : tensor<?x?xf64>
    %behind = arith.addi %j, %c1 : index
    %size = arith.subi %d, %behind : index
    %width = arith.subi %twice_d, %behind : index
    %area = arith.muli %j, %width : index
    %before = arith.divui %area, %c2 : index
    %offset = arith.addi %d, %before : index
    %column = tensor.extract_slice %icf[%k, %offset] [1, %size] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %next = tensor.insert_slice %column into %with_diagonal[%j, %behind] [1, %size] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
    scf.yield %next : tensor<?x?xf64>
  }
  return %r : tensor<?x?xf64>
}

func.func private @gmm_quadratic_gradient(tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, f64, index)
    -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
    attributes {lagrad.gradient = @gmm_quadratic_objective, lagrad.wrt = [0, 1, 2]}
func.func private @gmm_few_points_gradient(tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, f64, index)
    -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
    attributes {lagrad.gradient = @gmm_few_points_objective, lagrad.wrt = [0, 1, 2]}
