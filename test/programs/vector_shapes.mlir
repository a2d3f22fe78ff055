// Vectors cut, put together, shuffled, interleaved, transposed and cast to other shapes.
func.func @vector_shapes(%x: tensor<4x4xf64>, %y: tensor<4xf64>) -> (tensor<2x8xf64>, f64) {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %v = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : tensor<4x4xf64>, vector<4x4xf64>
  %u = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : tensor<4xf64>, vector<4xf64>
  %cut = vector.extract_strided_slice %v {offsets = [1], sizes = [2], strides = [1]} : vector<4x4xf64> to vector<2x4xf64>
  %put = vector.insert_strided_slice %u, %cut {offsets = [1, 0], strides = [1]} : vector<4xf64> into vector<2x4xf64>
  %rows = vector.shuffle %put, %v [1, 2, 3, 0] : vector<2x4xf64>, vector<4x4xf64>
  %t = vector.transpose %rows, [1, 0] : vector<4x4xf64> to vector<4x4xf64>
  %m = arith.mulf %t, %v : vector<4x4xf64>
  %flat = vector.shape_cast %m : vector<4x4xf64> to vector<16xf64>
  %wide = vector.shape_cast %flat : vector<16xf64> to vector<2x2x4xf64>
  %w0 = vector.extract %wide[0] : vector<2x4xf64> from vector<2x2x4xf64>
  %w1 = vector.extract %wide[1] : vector<2x4xf64> from vector<2x2x4xf64>
  %mixed = vector.interleave %w0, %w1 : vector<2x4xf64> -> vector<2x8xf64>
  %even, %odd = vector.deinterleave %flat : vector<16xf64> -> vector<8xf64>
  %both = vector.broadcast %even : vector<8xf64> to vector<2x8xf64>
  %column = vector.shape_cast %u : vector<4xf64> to vector<4x1xf64>
  %repeated = vector.broadcast %column : vector<4x1xf64> to vector<2x4x3xf64>
  %some = math.exp %repeated : vector<2x4x3xf64>
  %all = vector.multi_reduction <add>, %some, %zero [0, 1, 2] : vector<2x4x3xf64> to f64
  %o = vector.reduction <mul>, %odd, %all : vector<8xf64> into f64
  %s = arith.mulf %mixed, %both : vector<2x8xf64>
  %empty = tensor.empty() : tensor<2x8xf64>
  %r = vector.transfer_write %s, %empty[%c0, %c0] {in_bounds = [true, true]} : vector<2x8xf64>, tensor<2x8xf64>
  return %r, %o : tensor<2x8xf64>, f64
}
func.func private @pullback(tensor<4x4xf64>, tensor<4xf64>, tensor<2x8xf64>, f64) -> (tensor<4x4xf64>, tensor<4xf64>) attributes {lagrad.pullback = @vector_shapes}
