// A dot product in vectors of four; the last one reaches over the end and is padded with zeros.
func.func @vector_dot_in_chunks(%x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c4 = arith.constant 4 : index
  %zero = arith.constant 0.0 : f64
  %zeros = arith.constant dense<0.0> : vector<4xf64>
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %sums = scf.for %i = %c0 to %n step %c4 iter_args(%acc = %zeros) -> vector<4xf64> {
    %a = vector.transfer_read %x[%i], %zero : tensor<?xf64>, vector<4xf64>
    %b = vector.transfer_read %y[%i], %zero : tensor<?xf64>, vector<4xf64>
    %s = math.sin %b : vector<4xf64>
    %next = vector.fma %a, %s, %acc : vector<4xf64>
    scf.yield %next : vector<4xf64>
  }
  %r = vector.reduction <add>, %sums : vector<4xf64> into f64
  return %r : f64
}
func.func private @gradient(tensor<?xf64>, tensor<?xf64>) -> (tensor<?xf64>, tensor<?xf64>) attributes {lagrad.gradient = @vector_dot_in_chunks}
func.func private @pushforward(tensor<?xf64>, tensor<?xf64>, tensor<?xf64>, tensor<?xf64>) -> f64 attributes {lagrad.pushforward = @vector_dot_in_chunks}
