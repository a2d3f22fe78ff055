// The loss of a multilayer perceptron that classifies images: two hidden layers with rectifiers, a
// linear one, softmax and cross-entropy, for a batch of n images, one a column.
//
//   x        d x n    the images
//   labels   n        the class of each
//   w, b              weights (outputs x inputs) and biases of the layers
//
//   sum_i (log sum_j exp z_ij - z_i,yi) / n    with z the outputs of the last layer, y the labels
//
// Inside, an image is a row: products of few rows with many columns are what libraries are best at.

#id     = affine_map<(i) -> (i)>
#scalar = affine_map<(i) -> ()>
#id2    = affine_map<(i, j) -> (i, j)>
#row    = affine_map<(i, j) -> (i)>
#left  = affine_map<(i, j, k) -> (k, i)>
#rows  = affine_map<(i, j, k) -> (i, k)>
#right = affine_map<(i, j, k) -> (j, k)>
#out   = affine_map<(i, j, k) -> (i, j)>

func.func @mlp_objective(
    %x: tensor<?x?xf64> {lagrad.example = dense<[[0.3, 0.8, 0.1], [0.5, 0.2, 0.9]]> : tensor<2x3xf64>},
    %labels: tensor<?xi32> {lagrad.example = dense<[1, 0, 1]> : tensor<3xi32>},
    %w0: tensor<?x?xf64> {lagrad.example = dense<[[0.4, -0.7], [0.9, 0.3], [-0.2, 0.6]]> : tensor<3x2xf64>},
    %b0: tensor<?xf64> {lagrad.example = dense<[0.1, -0.3, 0.2]> : tensor<3xf64>},
    %w1: tensor<?x?xf64> {lagrad.example = dense<[[0.5, 0.1, -0.4], [-0.6, 0.8, 0.3], [0.2, 0.7, 0.9]]> : tensor<3x3xf64>},
    %b1: tensor<?xf64> {lagrad.example = dense<[0.4, 0.1, -0.5]> : tensor<3xf64>},
    %w2: tensor<?x?xf64> {lagrad.example = dense<[[0.7, -0.2, 0.5], [0.3, 0.9, -0.8]]> : tensor<2x3xf64>},
    %b2: tensor<?xf64> {lagrad.example = dense<[0.2, -0.1]> : tensor<2xf64>}) -> f64 {
  %a0 = func.call @first_layer(%x, %w0, %b0) : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> tensor<?x?xf64>
  %h0 = func.call @rectify(%a0) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %a1 = func.call @layer(%h0, %w1, %b1) : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> tensor<?x?xf64>
  %h1 = func.call @rectify(%a1) : (tensor<?x?xf64>) -> tensor<?x?xf64>
  %z = func.call @layer(%h1, %w2, %b2) : (tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>) -> tensor<?x?xf64>
  %loss = func.call @cross_entropy(%z, %labels) : (tensor<?x?xf64>, tensor<?xi32>) -> f64
  return %loss : f64
}

// x^T w^T + b, the bias added to each row.
func.func private @first_layer(%x: tensor<?x?xf64>, %w: tensor<?x?xf64>, %b: tensor<?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = tensor.dim %x, %c1 : tensor<?x?xf64>
  %outputs = tensor.dim %w, %c0 : tensor<?x?xf64>
  %empty = tensor.empty(%n, %outputs) : tensor<?x?xf64>
  %biases = linalg.broadcast ins(%b : tensor<?xf64>) outs(%empty : tensor<?x?xf64>) dimensions = [0]
  %y = linalg.matmul indexing_maps = [#left, #right, #out]
      ins(%x, %w : tensor<?x?xf64>, tensor<?x?xf64>) outs(%biases : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// h w^T + b
func.func private @layer(%h: tensor<?x?xf64>, %w: tensor<?x?xf64>, %b: tensor<?xf64>) -> tensor<?x?xf64> {
  %c0 = arith.constant 0 : index
  %n = tensor.dim %h, %c0 : tensor<?x?xf64>
  %outputs = tensor.dim %w, %c0 : tensor<?x?xf64>
  %empty = tensor.empty(%n, %outputs) : tensor<?x?xf64>
  %biases = linalg.broadcast ins(%b : tensor<?xf64>) outs(%empty : tensor<?x?xf64>) dimensions = [0]
  %y = linalg.matmul indexing_maps = [#rows, #right, #out]
      ins(%h, %w : tensor<?x?xf64>, tensor<?x?xf64>) outs(%biases : tensor<?x?xf64>) -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

func.func private @rectify(%x: tensor<?x?xf64>) -> tensor<?x?xf64> {
  %zero = arith.constant 0.0 : f64
  %y = linalg.generic {indexing_maps = [#id2], iterator_types = ["parallel", "parallel"]}
      outs(%x : tensor<?x?xf64>) {
    ^bb0(%v: f64):
      %max = arith.maximumf %v, %zero : f64
      linalg.yield %max : f64
  } -> tensor<?x?xf64>
  return %y : tensor<?x?xf64>
}

// The mean over rows of log sum_j exp z_j - z_label, shifted by the row's maximum so that no
// exponential overflows.
func.func private @cross_entropy(%z: tensor<?x?xf64>, %labels: tensor<?xi32>) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %lowest = arith.constant -1.0e30 : f64  // rather than an infinity, whose spelling depends on the type
  %n = tensor.dim %z, %c0 : tensor<?x?xf64>
  %empty = tensor.empty(%n) : tensor<?xf64>
  %all_lowest = linalg.fill ins(%lowest : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %maxima = linalg.generic {indexing_maps = [#id2, #row], iterator_types = ["parallel", "reduction"]}
      ins(%z : tensor<?x?xf64>) outs(%all_lowest : tensor<?xf64>) {
    ^bb0(%v: f64, %out: f64):
      %max = arith.maximumf %out, %v : f64
      linalg.yield %max : f64
  } -> tensor<?xf64>
  // The result does not depend on what it is shifted by.
  %largest = "lagrad.stop_gradient"(%maxima) : (tensor<?xf64>) -> tensor<?xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%empty : tensor<?xf64>) -> tensor<?xf64>
  %sums:2 = linalg.generic {
      indexing_maps = [#id2, #row, #row, #row, #row], iterator_types = ["parallel", "reduction"]}
      ins(%z, %largest, %labels : tensor<?x?xf64>, tensor<?xf64>, tensor<?xi32>)
      outs(%zeros, %zeros : tensor<?xf64>, tensor<?xf64>) {
    ^bb0(%v: f64, %l: f64, %label: i32, %exponentials: f64, %chosen: f64):
      %shifted = arith.subf %v, %l : f64
      %e = math.exp %shifted : f64
      %sum = arith.addf %exponentials, %e : f64
      %j = linalg.index 1 : index
      %j_int = arith.index_cast %j : index to i32
      %is_label = arith.cmpi eq, %j_int, %label : i32
      %score = arith.select %is_label, %shifted, %zero : f64
      %next_chosen = arith.addf %chosen, %score : f64
      linalg.yield %sum, %next_chosen : f64, f64
  } -> (tensor<?xf64>, tensor<?xf64>)
  %no_total = tensor.empty() : tensor<f64>
  %zero_total = linalg.fill ins(%zero : f64) outs(%no_total : tensor<f64>) -> tensor<f64>
  %total = linalg.generic {indexing_maps = [#id, #id, #scalar], iterator_types = ["reduction"]}
      ins(%sums#0, %sums#1 : tensor<?xf64>, tensor<?xf64>) outs(%zero_total : tensor<f64>) {
    ^bb0(%s: f64, %score: f64, %out: f64):
      %log = math.log %s : f64
      %loss = arith.subf %log, %score : f64
      %sum = arith.addf %out, %loss : f64
      linalg.yield %sum : f64
  } -> tensor<f64>
  %sum = tensor.extract %total[] : tensor<f64>
  %n_int = arith.index_cast %n : index to i64
  %n_float = arith.sitofp %n_int : i64 to f64
  %mean = arith.divf %sum, %n_float : f64
  return %mean : f64
}

func.func private @mlp_gradient(tensor<?x?xf64>, tensor<?xi32>, tensor<?x?xf64>, tensor<?xf64>,
                                tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>)
    -> (tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?x?xf64>, tensor<?xf64>)
    attributes {lagrad.gradient = @mlp_objective, lagrad.wrt = [2, 3, 4, 5, 6, 7]}

func.func private @mlp_pushforward(tensor<?x?xf64>, tensor<?xi32>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>,
                                   tensor<?xf64>, tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>,
                                   tensor<?x?xf64>, tensor<?x?xf64>, tensor<?xf64>, tensor<?xf64>) -> f64
    attributes {lagrad.pushforward = @mlp_objective, lagrad.wrt = [2, 3, 4, 5, 6, 7]}
