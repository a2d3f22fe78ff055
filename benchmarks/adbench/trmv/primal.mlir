// The product y = L x of a strictly lower triangular matrix with a vector, in six ways. The matrix is
//
//   full     n x n, and what is above the diagonal is multiplied too
//   tri      n x n, and only what is below the diagonal is read
//   packed   n (n - 1) / 2 numbers, what is below the diagonal and nothing else
//
// stored by rows, each of which gives one number of y, or by columns (tensor j of the first dimension is
// column j), each of which is added to y with one number of x as factor.

#id     = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>
#row    = affine_map<(j, i) -> (j)>
#column = affine_map<(j, i) -> (i)>
#id2    = affine_map<(j, i) -> (j, i)>

func.func @full_rows(
    %m: tensor<?x?xf64>
        {lagrad.example = dense<[[0.0, 0.0, 0.0], [0.4, 0.0, 0.0], [0.7, -0.3, 0.0]]> : tensor<3x3xf64>},
    %x: tensor<?xf64> {lagrad.example = dense<[0.2, 0.9, -0.5]> : tensor<3xf64>}) -> tensor<?xf64> {
  %zeros = func.call @zeros(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %y = linalg.matvec ins(%m, %x : tensor<?x?xf64>, tensor<?xf64>) outs(%zeros : tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @full_columns(
    %m: tensor<?x?xf64>
        {lagrad.example = dense<[[0.0, 0.4, 0.7], [0.0, 0.0, -0.3], [0.0, 0.0, 0.0]]> : tensor<3x3xf64>},
    %x: tensor<?xf64> {lagrad.example = dense<[0.2, 0.9, -0.5]> : tensor<3xf64>}) -> tensor<?xf64> {
  %zeros = func.call @zeros(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %y = linalg.generic {indexing_maps = [#id2, #row, #column], iterator_types = ["reduction", "parallel"]}
      ins(%m, %x : tensor<?x?xf64>, tensor<?xf64>) outs(%zeros : tensor<?xf64>) {
    ^bb0(%mji: f64, %xj: f64, %yi: f64):
      %product = arith.mulf %mji, %xj : f64
      %sum = arith.addf %yi, %product : f64
      linalg.yield %sum : f64
  } -> tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @tri_rows(
    %m: tensor<?x?xf64>
        {lagrad.example = dense<[[0.0, 0.0, 0.0], [0.4, 0.0, 0.0], [0.7, -0.3, 0.0]]> : tensor<3x3xf64>},
    %x: tensor<?xf64> {lagrad.example = dense<[0.2, 0.9, -0.5]> : tensor<3xf64>}) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %empty = tensor.empty(%n) : tensor<?xf64>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%partial = %empty) -> (tensor<?xf64>) {
    %row = tensor.extract_slice %m[%i, 0] [1, %i] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %before = tensor.extract_slice %x[0] [%i] [1] : tensor<?xf64> to tensor<?xf64>
    %yi = func.call @dot(%row, %before) : (tensor<?xf64>, tensor<?xf64>) -> f64
    %next = tensor.insert %yi into %partial[%i] : tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %y : tensor<?xf64>
}

func.func @tri_columns(
    %m: tensor<?x?xf64>
        {lagrad.example = dense<[[0.0, 0.4, 0.7], [0.0, 0.0, -0.3], [0.0, 0.0, 0.0]]> : tensor<3x3xf64>},
    %x: tensor<?xf64> {lagrad.example = dense<[0.2, 0.9, -0.5]> : tensor<3xf64>}) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %zeros = func.call @zeros(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %y = scf.for %j = %c0 to %n step %c1 iter_args(%partial = %zeros) -> (tensor<?xf64>) {
    %below = arith.addi %j, %c1 : index
    %size = arith.subi %n, %below : index
    %column = tensor.extract_slice %m[%j, %below] [1, %size] [1, 1] : tensor<?x?xf64> to tensor<?xf64>
    %xj = tensor.extract %x[%j] : tensor<?xf64>
    %rest = tensor.extract_slice %partial[%below] [%size] [1] : tensor<?xf64> to tensor<?xf64>
    %sum = func.call @add_multiple(%column, %xj, %rest) : (tensor<?xf64>, f64, tensor<?xf64>) -> tensor<?xf64>
    %next = tensor.insert_slice %sum into %partial[%below] [%size] [1] : tensor<?xf64> into tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %y : tensor<?xf64>
}

func.func @packed_rows(
    %m: tensor<?xf64> {lagrad.example = dense<[0.4, 0.7, -0.3]> : tensor<3xf64>},
    %x: tensor<?xf64> {lagrad.example = dense<[0.2, 0.9, -0.5]> : tensor<3xf64>}) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %empty = tensor.empty(%n) : tensor<?xf64>
  %y = scf.for %i = %c0 to %n step %c1 iter_args(%partial = %empty) -> (tensor<?xf64>) {
    // Row i comes after the i (i - 1) / 2 numbers of those before it.
    %above = arith.subi %i, %c1 : index
    %area = arith.muli %i, %above : index
    %offset = arith.divui %area, %c2 : index
    %row = tensor.extract_slice %m[%offset] [%i] [1] : tensor<?xf64> to tensor<?xf64>
    %before = tensor.extract_slice %x[0] [%i] [1] : tensor<?xf64> to tensor<?xf64>
    %yi = func.call @dot(%row, %before) : (tensor<?xf64>, tensor<?xf64>) -> f64
    %next = tensor.insert %yi into %partial[%i] : tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %y : tensor<?xf64>
}

func.func @packed_columns(
    %m: tensor<?xf64> {lagrad.example = dense<[0.4, 0.7, -0.3]> : tensor<3xf64>},
    %x: tensor<?xf64> {lagrad.example = dense<[0.2, 0.9, -0.5]> : tensor<3xf64>}) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %twice_n = arith.muli %c2, %n : index
  %zeros = func.call @zeros(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %y = scf.for %j = %c0 to %n step %c1 iter_args(%partial = %zeros) -> (tensor<?xf64>) {
    // Column j has n - 1 - j numbers, after the j (2 n - j - 1) / 2 of those before it.
    %below = arith.addi %j, %c1 : index
    %size = arith.subi %n, %below : index
    %width = arith.subi %twice_n, %below : index
    %area = arith.muli %j, %width : index
    %offset = arith.divui %area, %c2 : index
    %column = tensor.extract_slice %m[%offset] [%size] [1] : tensor<?xf64> to tensor<?xf64>
    %xj = tensor.extract %x[%j] : tensor<?xf64>
    %rest = tensor.extract_slice %partial[%below] [%size] [1] : tensor<?xf64> to tensor<?xf64>
    %sum = func.call @add_multiple(%column, %xj, %rest) : (tensor<?xf64>, f64, tensor<?xf64>) -> tensor<?xf64>
    %next = tensor.insert_slice %sum into %partial[%below] [%size] [1] : tensor<?xf64> into tensor<?xf64>
    scf.yield %next : tensor<?xf64>
  }
  return %y : tensor<?xf64>
}

func.func private @zeros(%x: tensor<?xf64>) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %empty = tensor.empty(%n) : tensor<?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  return %zeros : tensor<?xf64>
}

func.func private @dot(%a: tensor<?xf64>, %b: tensor<?xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %empty = tensor.empty() : tensor<f64>
  %none = linalg.fill ins(%zero : f64) outs(%empty : tensor<f64>) -> tensor<f64>
  %sum = linalg.dot ins(%a, %b : tensor<?xf64>, tensor<?xf64>) outs(%none : tensor<f64>) -> tensor<f64>
  %result = tensor.extract %sum[] : tensor<f64>
  return %result : f64
}

// y + factor a
func.func private @add_multiple(%a: tensor<?xf64>, %factor: f64, %y: tensor<?xf64>) -> tensor<?xf64> {
  %sum = linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : tensor<?xf64>) outs(%y : tensor<?xf64>) {
    ^bb0(%ai: f64, %yi: f64):
      %product = arith.mulf %ai, %factor : f64
      %next = arith.addf %yi, %product : f64
      linalg.yield %next : f64
  } -> tensor<?xf64>
  return %sum : tensor<?xf64>
}

// At a cotangent of ones: by the matrix and by the vector.
func.func private @full_rows_gradient(tensor<?x?xf64>, tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>)
    attributes {lagrad.gradient = @full_rows, lagrad.of_sum}
func.func private @full_columns_gradient(tensor<?x?xf64>, tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>)
    attributes {lagrad.gradient = @full_columns, lagrad.of_sum}
func.func private @tri_rows_gradient(tensor<?x?xf64>, tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>)
    attributes {lagrad.gradient = @tri_rows, lagrad.of_sum}
func.func private @tri_columns_gradient(tensor<?x?xf64>, tensor<?xf64>) -> (tensor<?x?xf64>, tensor<?xf64>)
    attributes {lagrad.gradient = @tri_columns, lagrad.of_sum}
func.func private @packed_rows_gradient(tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
    attributes {lagrad.gradient = @packed_rows, lagrad.of_sum}
func.func private @packed_columns_gradient(tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>)
    attributes {lagrad.gradient = @packed_columns, lagrad.of_sum}

// In one direction: the matrix, its tangent, the vector, its tangent.
func.func private @full_rows_pushforward(tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>)
    -> tensor<?xf64>
    attributes {lagrad.pushforward = @full_rows}
func.func private @full_columns_pushforward(tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>)
    -> tensor<?xf64>
    attributes {lagrad.pushforward = @full_columns}
func.func private @tri_rows_pushforward(tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    attributes {lagrad.pushforward = @tri_rows}
func.func private @tri_columns_pushforward(tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>)
    -> tensor<?xf64>
    attributes {lagrad.pushforward = @tri_columns}
func.func private @packed_rows_pushforward(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>
    attributes {lagrad.pushforward = @packed_rows}
func.func private @packed_columns_pushforward(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>)
    -> tensor<?xf64>
    attributes {lagrad.pushforward = @packed_columns}
