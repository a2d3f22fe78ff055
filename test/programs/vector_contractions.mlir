// Contractions of other kinds: to a number, batched, of narrower factors, and the largest product.
func.func @vector_contractions(%x: tensor<2x3xf64>, %y: tensor<2x3xf64>, %z: tensor<3xf32>) -> (f64, tensor<2xf64>, f64) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %zf = arith.constant 0.0 : f32
  %a = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : tensor<2x3xf64>, vector<2x3xf64>
  %b = vector.transfer_read %y[%c0, %c0], %zero {in_bounds = [true, true]} : tensor<2x3xf64>, vector<2x3xf64>
  %c = vector.transfer_read %z[%c0], %zf {in_bounds = [true]} : tensor<3xf32>, vector<3xf32>
  %dot = vector.contract {
    indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>, affine_map<(i) -> ()>],
    iterator_types = ["reduction"], kind = #vector.kind<add>
  } %c, %c, %zero : vector<3xf32>, vector<3xf32> into f64
  %start = arith.constant dense<0.25> : vector<2xf64>
  %rows = vector.contract {
    indexing_maps = [affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b)>],
    iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>
  } %a, %b, %start : vector<2x3xf64>, vector<2x3xf64> into vector<2xf64>
  %largest = vector.contract {
    indexing_maps = [affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> (i, j)>, affine_map<(i, j) -> ()>],
    iterator_types = ["reduction", "reduction"], kind = #vector.kind<maxnumf>
  } %a, %b, %dot : vector<2x3xf64>, vector<2x3xf64> into f64
  %mask = vector.constant_mask [1, 2] : vector<2x3xi1>
  %masked = vector.mask %mask { vector.contract {
    indexing_maps = [affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b, k)>, affine_map<(b, k) -> (b)>],
    iterator_types = ["parallel", "reduction"], kind = #vector.kind<add>
  } %a, %a, %rows : vector<2x3xf64>, vector<2x3xf64> into vector<2xf64> } : vector<2x3xi1> -> vector<2xf64>
  %empty = tensor.empty() : tensor<2xf64>
  %w = vector.transfer_write %masked, %empty[%c0] {in_bounds = [true]} : vector<2xf64>, tensor<2xf64>
  return %dot, %w, %largest : f64, tensor<2xf64>, f64
}
func.func private @pullback(tensor<2x3xf64>, tensor<2x3xf64>, tensor<3xf32>, f64, tensor<2xf64>, f64) -> (tensor<2x3xf64>, tensor<2x3xf64>, tensor<3xf32>) attributes {lagrad.pullback = @vector_contractions}
