// The products of primal.mlir with what is below the diagonal only, as products of whole matrices whose types say what
// is zero and what is stored. Packed storage goes by columns, so the rows of a packed matrix are the columns of its
// transpose.
//
// This goes after primal.mlir, which has the functions that it calls.

func.func @triangular_tri_rows(
    %m: tensor<?x?xf64, "sltri">
        {lagrad.example = dense<[[0.0, 0.0, 0.0], [0.4, 0.0, 0.0], [0.7, -0.3, 0.0]]> : tensor<3x3xf64>},
    %x: tensor<?xf64> {lagrad.example = dense<[0.2, 0.9, -0.5]> : tensor<3xf64>}) -> tensor<?xf64> {
  %zeros = func.call @zeros(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %y = linalg.matvec ins(%m, %x : tensor<?x?xf64, "sltri">, tensor<?xf64>) outs(%zeros : tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @triangular_tri_columns(
    %m: tensor<?x?xf64, "sutri">
        {lagrad.example = dense<[[0.0, 0.4, 0.7], [0.0, 0.0, -0.3], [0.0, 0.0, 0.0]]> : tensor<3x3xf64>},
    %x: tensor<?xf64> {lagrad.example = dense<[0.2, 0.9, -0.5]> : tensor<3xf64>}) -> tensor<?xf64> {
  %zeros = func.call @zeros(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %y = linalg.vecmat ins(%x, %m : tensor<?xf64>, tensor<?x?xf64, "sutri">) outs(%zeros : tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @triangular_packed_rows(
    %m: tensor<?x?xf64, "sputri">
        {lagrad.example = dense<[[0.0, 0.4, 0.7], [0.0, 0.0, -0.3], [0.0, 0.0, 0.0]]> : tensor<3x3xf64>},
    %x: tensor<?xf64> {lagrad.example = dense<[0.2, 0.9, -0.5]> : tensor<3xf64>}) -> tensor<?xf64> {
  %zeros = func.call @zeros(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %y = linalg.vecmat ins(%x, %m : tensor<?xf64>, tensor<?x?xf64, "sputri">)
      outs(%zeros : tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

func.func @triangular_packed_columns(
    %m: tensor<?x?xf64, "spltri">
        {lagrad.example = dense<[[0.0, 0.0, 0.0], [0.4, 0.0, 0.0], [0.7, -0.3, 0.0]]> : tensor<3x3xf64>},
    %x: tensor<?xf64> {lagrad.example = dense<[0.2, 0.9, -0.5]> : tensor<3xf64>}) -> tensor<?xf64> {
  %zeros = func.call @zeros(%x) : (tensor<?xf64>) -> tensor<?xf64>
  %y = linalg.matvec ins(%m, %x : tensor<?x?xf64, "spltri">, tensor<?xf64>)
      outs(%zeros : tensor<?xf64>) -> tensor<?xf64>
  return %y : tensor<?xf64>
}

// At a cotangent of ones: by the matrix and by the vector.
func.func private @triangular_tri_rows_gradient(tensor<?x?xf64, "sltri">, tensor<?xf64>)
    -> (tensor<?x?xf64, "sltri">, tensor<?xf64>)
    attributes {lagrad.gradient = @triangular_tri_rows, lagrad.of_sum}
func.func private @triangular_tri_columns_gradient(tensor<?x?xf64, "sutri">, tensor<?xf64>)
    -> (tensor<?x?xf64, "sutri">, tensor<?xf64>)
    attributes {lagrad.gradient = @triangular_tri_columns, lagrad.of_sum}
func.func private @triangular_packed_rows_gradient(tensor<?x?xf64, "sputri">, tensor<?xf64>)
    -> (tensor<?x?xf64, "sputri">, tensor<?xf64>)
    attributes {lagrad.gradient = @triangular_packed_rows, lagrad.of_sum}
func.func private @triangular_packed_columns_gradient(tensor<?x?xf64, "spltri">, tensor<?xf64>)
    -> (tensor<?x?xf64, "spltri">, tensor<?xf64>)
    attributes {lagrad.gradient = @triangular_packed_columns, lagrad.of_sum}
