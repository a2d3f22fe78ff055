// Packing and unpacking of a matrix of dynamic size, with an active value on the border.
func.func @odd_pack_dynamic(%x: tensor<?x3xf64>, %v: f64) -> tensor<?x3xf64> {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %n = tensor.dim %x, %c0 : tensor<?x3xf64>
  %t = arith.ceildivui %n, %c2 : index
  %e = tensor.empty(%t) : tensor<?x2x2x2xf64>
  %0 = linalg.pack %x padding_value(%v : f64) inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %e : tensor<?x3xf64> -> tensor<?x2x2x2xf64>
  %1 = arith.mulf %0, %0 : tensor<?x2x2x2xf64>
  %2 = linalg.generic {indexing_maps = [affine_map<(a, b, c, d) -> (a, b, d, c)>, affine_map<(a, b, c, d) -> (a, b, c, d)>, affine_map<(a, b, c, d) -> (a, b, c, d)>], iterator_types = ["parallel", "parallel", "parallel", "parallel"]}
      ins(%1, %0 : tensor<?x2x2x2xf64>, tensor<?x2x2x2xf64>) outs(%e : tensor<?x2x2x2xf64>) {
  ^bb0(%a: f64, %b: f64, %o: f64):
    %p = arith.mulf %a, %b : f64
    linalg.yield %p : f64
  } -> tensor<?x2x2x2xf64>
  %f = tensor.empty(%n) : tensor<?x3xf64>
  %3 = linalg.unpack %2 inner_dims_pos = [0, 1] inner_tiles = [2, 2] into %f : tensor<?x2x2x2xf64> -> tensor<?x3xf64>
  return %3 : tensor<?x3xf64>
}
func.func private @pullback(tensor<?x3xf64>, f64, tensor<?x3xf64>) -> (tensor<?x3xf64>, f64) attributes {lagrad.pullback = @odd_pack_dynamic}
