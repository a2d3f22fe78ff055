// Tiles whose size is an argument, one of them beside a known one, with an active value on the border.
func.func @pack_unknown_tiles(%x: tensor<5x?xf64>, %t: index {lagrad.example = 2 : index}, %v: f64) -> (tensor<?x?x3x?xf64>, tensor<5x?xf64>) {
  %c1 = arith.constant 1 : index
  %c3 = arith.constant 3 : index
  %c5 = arith.constant 5 : index
  %columns = tensor.dim %x, %c1 : tensor<5x?xf64>
  %n = arith.ceildivui %c5, %t : index
  %m = arith.ceildivui %columns, %c3 : index
  %e = tensor.empty(%m, %n, %t) : tensor<?x?x3x?xf64>
  %0 = linalg.pack %x padding_value(%v : f64) outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [3, %t] into %e : tensor<5x?xf64> -> tensor<?x?x3x?xf64>
  %1 = math.sin %0 : tensor<?x?x3x?xf64>
  %2 = linalg.unpack %1 outer_dims_perm = [1, 0] inner_dims_pos = [1, 0] inner_tiles = [3, %t] into %x : tensor<?x?x3x?xf64> -> tensor<5x?xf64>
  %3 = arith.mulf %2, %x : tensor<5x?xf64>
  return %1, %3 : tensor<?x?x3x?xf64>, tensor<5x?xf64>
}
func.func private @pullback(tensor<5x?xf64>, index, f64, tensor<?x?x3x?xf64>, tensor<5x?xf64>) -> (tensor<5x?xf64>, f64) attributes {lagrad.pullback = @pack_unknown_tiles}
