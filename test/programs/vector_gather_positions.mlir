// Elements gathered by computed positions; where the mask is false, those of another vector.
func.func @vector_gather_positions(%x: tensor<3x?xf64>, %y: tensor<4xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %size = tensor.dim %x, %c1 : tensor<3x?xf64>
  %last = arith.subi %size, %c1 : index
  %lasts = vector.broadcast %last : index to vector<4xindex>
  %step = vector.step : vector<4xindex>
  %back = arith.subi %lasts, %step : vector<4xindex>
  %mask = vector.create_mask %n : vector<4xi1>
  %v = vector.transfer_read %y[%c0], %zero {in_bounds = [true]} : tensor<4xf64>, vector<4xf64>
  %g = vector.gather %x[%c1, %c0] [%back], %mask, %v : tensor<3x?xf64>, vector<4xindex>, vector<4xi1>, vector<4xf64> into vector<4xf64>
  %p = arith.mulf %g, %v : vector<4xf64>
  %e = math.exp %p : vector<4xf64>
  %r = vector.reduction <add>, %e : vector<4xf64> into f64
  return %r : f64
}
func.func private @gradient(tensor<3x?xf64>, tensor<4xf64>, index) -> (tensor<3x?xf64>, tensor<4xf64>) attributes {lagrad.gradient = @vector_gather_positions}
