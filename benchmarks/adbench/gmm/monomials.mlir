// GMM in monomials of the points. A term is a quadratic polynomial in x_i: all terms of a block of points are one
// product, of coefficients that depend on the component with monomials that depend on the point. The gradient by the
// coefficients is another one; what leads to them from the parameters does not depend on the number of points.
//
// This goes after primal.mlir and blocks.mlir, which have the functions that it calls; primal.mlir says what is
// computed. With z = (x, 1) and R_k = (Q_k, - Q_k mean_k), a term is alphas_k + log det Q_k - 1/2 z^T R_k^T R_k z.

#transposed = affine_map<(i, j) -> (j, i)>
#left       = affine_map<(i, j, l) -> (l, i)>
#right      = affine_map<(i, j, l) -> (l, j)>
#product    = affine_map<(i, j, l) -> (i, j)>

func.func @gmm_monomials_objective(
    %alphas: tensor<?xf64> {lagrad.example = dense<[0.3, -0.5]> : tensor<2xf64>},
    %means: tensor<?x?xf64> {lagrad.example = dense<[[0.1, 0.7], [0.9, 0.4]]> : tensor<2x2xf64>},
    %icf: tensor<?x?xf64> {lagrad.example = dense<[[0.2, -0.4, 1.1], [0.6, 0.1, -0.8]]> : tensor<2x3xf64>},
    %x: tensor<?x?xf64> {lagrad.example = dense<[[1.2, 0.3], [-0.7, 0.5], [0.4, -1.6]]> : tensor<3x2xf64>},
    %gamma: f64 {lagrad.example = 1.5 : f64},
    %m: index {lagrad.example = 2 : index}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %vectors = arith.constant 24 : index
  %most = arith.constant 72 : index
  %all_of_block = arith.constant 25000 : index
  %zero = arith.constant 0.0 : f64
  %d = tensor.dim %means, %c1 : tensor<?x?xf64>
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %diagonals, %log_dets = func.call @diagonals_of(%icf, %d)
      : (tensor<?x?xf64>, index) -> (tensor<?x?xf64>, tensor<?xf64>)
  %middle = func.call @middle_of(%means) : (tensor<?x?xf64>) -> tensor<?xf64>
  %others = func.call @with_prior(%zero, %n, %alphas, %icf, %diagonals, %log_dets, %gamma, %m)
      : (f64, index, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, f64, index) -> f64
  %coefficients = func.call @coefficients_of(%alphas, %means, %middle, %icf, %diagonals, %log_dets)
      : (tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>)
          -> tensor<?x?xf64>
  %K = tensor.dim %coefficients, %c0 : tensor<?x?xf64>
  %count = tensor.dim %coefficients, %c1 : tensor<?x?xf64>
  // The monomials of a block stay in the second cache, if it is not too small. Rows of 256 numbers would share places
  // in the first one.
  %of_vectors = arith.muli %count, %vectors : index
  %that_fit = arith.divui %all_of_block, %of_vectors : index
  %several = arith.muli %that_fit, %vectors : index
  %some = arith.minui %several, %most : index
  %block = arith.maxui %some, %vectors : index
  %likelihood = scf.for %first = %c0 to %n step %block iter_args(%sum = %zero) -> f64 {
    %left = arith.subi %n, %first : index
    %size = arith.minsi %left, %block : index
    %points = tensor.extract_slice %x[%first, 0] [%size, %d] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %z = func.call @with_ones(%points, %middle) : (tensor<?x?xf64>, tensor<?xf64>) -> tensor<?x?xf64>
    %monomials = func.call @monomials_of(%z, %count) : (tensor<?x?xf64>, index) -> tensor<?x?xf64>
    %no_terms = tensor.empty(%K, %size) : tensor<?x?xf64>
    %zeros = linalg.fill ins(%zero : f64) outs(%no_terms : tensor<?x?xf64>) -> tensor<?x?xf64>
    %terms = linalg.matmul ins(%coefficients, %monomials : tensor<?x?xf64>, tensor<?x?xf64>)
        outs(%zeros : tensor<?x?xf64>) -> tensor<?x?xf64>
    %of_block = func.call @sum_of_block(%terms) : (tensor<?x?xf64>) -> f64
    %next = arith.addf %sum, %of_block : f64
    scf.yield %next : f64
  }
  %result = arith.addf %likelihood, %others : f64
  return %result : f64
}

// The mean of all means. Whatever it is, points and means may be taken relative to it; far from it, monomials are
// large and their sum is not, so that digits are lost.
func.func private @middle_of(%means: tensor<?x?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %K = tensor.dim %means, %c0 : tensor<?x?xf64>
  %d = tensor.dim %means, %c1 : tensor<?x?xf64>
  %no_sums = tensor.empty(%d) : tensor<?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%no_sums : tensor<?xf64>) -> tensor<?xf64>
  %count = func.call @to_float(%K) : (index) -> f64
  %middle = linalg.generic {indexing_maps = [#id2, #whole, #column], iterator_types = ["reduction", "parallel"]}
      ins(%means, %count : tensor<?x?xf64>, f64) outs(%zeros : tensor<?xf64>) {
    ^bb0(%mean: f64, %n: f64, %out: f64):
      %share = arith.divf %mean, %n : f64
      %s = arith.addf %out, %share : f64
      linalg.yield %s : f64
  } -> tensor<?xf64>
  %inactive = "lagrad.stop_gradient"(%middle) : (tensor<?xf64>) -> tensor<?xf64>
  return %inactive : tensor<?xf64>
}

// How many of the monomials of so many numbers begin with z_0, ..., z_{i - 1}.
func.func private @monomials_before(%i: index, %numbers: index) -> index {
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %twice = arith.muli %numbers, %c2 : index
  %more = arith.addi %twice, %c1 : index
  %width = arith.subi %more, %i : index
  %area = arith.muli %i, %width : index
  %before = arith.divui %area, %c2 : index
  return %before : index
}

// Points as columns, relative to the middle. What comes after this file calls it.
func.func private @around(%x: tensor<?x?xf64>, %middle: tensor<?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %d = tensor.dim %x, %c1 : tensor<?x?xf64>
  %no_z = tensor.empty(%d, %n) : tensor<?x?xf64>
  %z = linalg.generic {indexing_maps = [#transposed, #row, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %middle : tensor<?x?xf64>, tensor<?xf64>) outs(%no_z : tensor<?x?xf64>) {
    ^bb0(%xi: f64, %c: f64, %out: f64):
      %difference = arith.subf %xi, %c : f64
      linalg.yield %difference : f64
  } -> tensor<?x?xf64>
  return %z : tensor<?x?xf64>
}

// Points as columns, relative to the middle, and a row of ones below.
func.func private @with_ones(%x: tensor<?x?xf64>, %middle: tensor<?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x?xf64>
  %d = tensor.dim %x, %c1 : tensor<?x?xf64>
  %all = arith.addi %d, %c1 : index
  %no_z = tensor.empty(%all, %n) : tensor<?x?xf64>
  %ones = linalg.fill ins(%one : f64) outs(%no_z : tensor<?x?xf64>) -> tensor<?x?xf64>
  %no_points = tensor.extract_slice %ones[0, 0] [%d, %n] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
  %points = linalg.generic {indexing_maps = [#transposed, #row, #id2], iterator_types = ["parallel", "parallel"]}
      ins(%x, %middle : tensor<?x?xf64>, tensor<?xf64>) outs(%no_points : tensor<?x?xf64>) {
    ^bb0(%xi: f64, %c: f64, %out: f64):
      %difference = arith.subf %xi, %c : f64
      linalg.yield %difference : f64
  } -> tensor<?x?xf64>
  %z = tensor.insert_slice %points into %ones[0, 0] [%d, %n] [1, 1] : tensor<?x?xf64> into tensor<?x?xf64>
  return %z : tensor<?x?xf64>
}

// The products z_i z_j with i <= j, row by row, for each point; halves of the squares. `count` is how many there are.
// As the last z is one, the z themselves are among them.
func.func private @monomials_of(%z: tensor<?x?xf64>, %count: index) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %n = tensor.dim %z, %c1 : tensor<?x?xf64>
  %all = tensor.dim %z, %c0 : tensor<?x?xf64>
  %nothing = tensor.empty(%count, %n) : tensor<?x?xf64>
  %monomials = scf.for %i = %c0 to %all step %c1 iter_args(%filled = %nothing) -> (tensor<?x?xf64>) {
    %before = func.call @monomials_before(%i, %all) : (index, index) -> index
    %rows = arith.subi %all, %i : index
    %zi = tensor.extract_slice %z[%i, 0] [1, %n] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %zj = tensor.extract_slice %z[%i, 0] [%rows, %n] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %place = tensor.extract_slice %filled[%before, 0] [%rows, %n] [1, 1] : tensor<?x?xf64> to tensor<?x?xf64>
    %products = linalg.generic {indexing_maps = [#column, #id2, #id2], iterator_types = ["parallel", "parallel"]}
        ins(%zi, %zj : tensor<?xf64>, tensor<?x?xf64>) outs(%place : tensor<?x?xf64>) {
      ^bb0(%a: f64, %b: f64, %out: f64):
        %j = linalg.index 0 : index
        %is_square = arith.cmpi eq, %j, %c0 : index
        %factor = arith.select %is_square, %half, %one : f64
        %scaled = arith.mulf %factor, %a : f64
        %p = arith.mulf %scaled, %b : f64
        linalg.yield %p : f64
    } -> tensor<?x?xf64>
    %next = tensor.insert_slice %products into %filled[%before, 0] [%rows, %n] [1, 1]
        : tensor<?x?xf64> into tensor<?x?xf64>
    scf.yield %next : tensor<?x?xf64>
  }
  return %monomials : tensor<?x?xf64>
}

// What the monomials are multiplied with, for each component: - R_k^T R_k from its diagonal on, row by row. What is
// constant is in its last element.
func.func private @coefficients_of(%alphas: tensor<?xf64>, %means: tensor<?x?xf64>, %middle: tensor<?xf64>,
                                    %icf: tensor<?x?xf64>,
                                   %diagonals: tensor<?x?xf64>, %log_dets: tensor<?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %K = tensor.dim %icf, %c0 : tensor<?x?xf64>
  %d = tensor.dim %means, %c1 : tensor<?x?xf64>
  %all = arith.addi %d, %c1 : index
  %count = func.call @monomials_before(%all, %all) : (index, index) -> index
  %nothing = tensor.empty(%K, %count) : tensor<?x?xf64>
  %coefficients = scf.for %k = %c0 to %K step %c1 iter_args(%filled = %nothing) -> (tensor<?x?xf64>) {
    %q = func.call @unpack_factor(%diagonals, %icf, %k) : (tensor<?x?xf64>, tensor<?x?xf64>, index) -> tensor<?x?xf64>
    %mean = tensor.extract_slice %means[%k, 0] [1, %d] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %no_center = tensor.empty(%d) : tensor<?xf64>
    %zero_center = linalg.fill ins(%zero : f64) outs(%no_center : tensor<?xf64>) -> tensor<?xf64>
    %distance = linalg.sub ins(%middle, %mean : tensor<?xf64>, tensor<?xf64>) outs(%no_center : tensor<?xf64>)
        -> tensor<?xf64>
    %center = linalg.matvec ins(%q, %distance : tensor<?x?xf64>, tensor<?xf64>) outs(%zero_center : tensor<?xf64>)
        -> tensor<?xf64>
    %no_r = tensor.empty(%d, %all) : tensor<?x?xf64>
    %with_q = tensor.insert_slice %q into %no_r[0, 0] [%d, %d] [1, 1] : tensor<?x?xf64> into tensor<?x?xf64>
    %r = tensor.insert_slice %center into %with_q[0, %d] [%d, 1] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
    %alpha = tensor.extract %alphas[%k] : tensor<?xf64>
    %log_det = tensor.extract %log_dets[%k] : tensor<?xf64>
    %base = arith.addf %alpha, %log_det : f64
    %twice = arith.addf %base, %base : f64
    %no_form = tensor.empty(%all, %all) : tensor<?x?xf64>
    %zero_form = linalg.fill ins(%zero : f64) outs(%no_form : tensor<?x?xf64>) -> tensor<?x?xf64>
    %with_base = tensor.insert %twice into %zero_form[%d, %d] : tensor<?x?xf64>
    %form = linalg.generic {indexing_maps = [#left, #right, #product],
        iterator_types = ["parallel", "parallel", "reduction"]}
        ins(%r, %r : tensor<?x?xf64>, tensor<?x?xf64>) outs(%with_base : tensor<?x?xf64>) {
      ^bb0(%a: f64, %b: f64, %out: f64):
        %p = arith.mulf %a, %b : f64
        %s = arith.subf %out, %p : f64
        linalg.yield %s : f64
    } -> tensor<?x?xf64>
    %of_k = scf.for %i = %c0 to %all step %c1 iter_args(%partial = %filled) -> (tensor<?x?xf64>) {
      %before = func.call @monomials_before(%i, %all) : (index, index) -> index
      %size = arith.subi %all, %i : index
      %row = tensor.extract_slice %form[%i, %i] [1, %size] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
      %next = tensor.insert_slice %row into %partial[%k, %before] [1, %size] [1, 1] : tensor<?xf64> into tensor<?x?xf64>
      scf.yield %next : tensor<?x?xf64>
    }
    scf.yield %of_k : tensor<?x?xf64>
  }
  return %coefficients : tensor<?x?xf64>
}

func.func private @gmm_monomials_gradient(tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, f64, index)
    -> (tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>)
    attributes {lagrad.gradient = @gmm_monomials_objective, lagrad.wrt = [0, 1, 2]}
