// Elements and rows of vectors taken and put back, at known places and at one that an argument says.
func.func @vector_elements(%x: tensor<2x3xf64>, %a: f64, %i: index {lagrad.example = 1 : index}) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %v = vector.transfer_read %x[%c0, %c0], %zero {in_bounds = [true, true]} : tensor<2x3xf64>, vector<2x3xf64>
  %row = vector.extract %v[1] : vector<3xf64> from vector<2x3xf64>
  %e = vector.extract %v[0, 2] : f64 from vector<2x3xf64>
  %d = vector.extract %row[%i] : f64 from vector<3xf64>
  %p = arith.mulf %e, %d : f64
  %in = vector.insert %p, %row[%i] : f64 into vector<3xf64>
  %rows = vector.insert %in, %v[0] : vector<3xf64> into vector<2x3xf64>
  %some = vector.from_elements %p, %a, %e, %d : vector<2x2xf64>
  %f:4 = vector.to_elements %some : vector<2x2xf64>
  %g = arith.mulf %f#1, %f#2 : f64
  %at = vector.extract %rows[0, %i] : f64 from vector<2x3xf64>
  %sin = math.sin %rows : vector<2x3xf64>
  %start = arith.addf %g, %at : f64
  %r = vector.multi_reduction <add>, %sin, %start [0, 1] : vector<2x3xf64> to f64
  return %r : f64
}
func.func private @gradient(tensor<2x3xf64>, f64, index) -> (tensor<2x3xf64>, f64) attributes {lagrad.gradient = @vector_elements}
