// Masks made of a number: on a read, on reductions, on a write; and a constant one with a select.
func.func @vector_masks(%x: tensor<?xf64>, %y: tensor<5xf64>, %n: index) -> (f64, f64, tensor<5xf64>) {
  %c0 = arith.constant 0 : index
  %half = arith.constant 0.5 : f64
  %m = vector.create_mask %n : vector<5xi1>
  %u = vector.transfer_read %x[%c0], %half, %m {in_bounds = [true]} : tensor<?xf64>, vector<5xf64>
  %v = vector.transfer_read %y[%c0], %half {in_bounds = [true]} : tensor<5xf64>, vector<5xf64>
  %p = arith.mulf %u, %v : vector<5xf64>
  %sum = vector.mask %m { vector.reduction <add>, %p, %half : vector<5xf64> into f64 } : vector<5xi1> -> f64
  %max = vector.mask %m { vector.reduction <maximumf>, %p : vector<5xf64> into f64 } : vector<5xi1> -> f64
  %some = vector.constant_mask [2] : vector<5xi1>
  %chosen = arith.select %some, %p, %v : vector<5xi1>, vector<5xf64>
  %w = vector.transfer_write %chosen, %y[%c0], %m {in_bounds = [true]} : vector<5xf64>, tensor<5xf64>
  return %sum, %max, %w : f64, f64, tensor<5xf64>
}
func.func private @pullback(tensor<?xf64>, tensor<5xf64>, index, f64, f64, tensor<5xf64>) -> (tensor<?xf64>, tensor<5xf64>) attributes {lagrad.pullback = @vector_masks}
