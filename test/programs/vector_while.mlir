// A while loop that carries a vector, until the sum of its squares is small.
func.func @vector_while(%x: tensor<4xf64>, %a: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  %eps = arith.constant 0.3 : f64
  %v0 = vector.transfer_read %x[%c0], %zero {in_bounds = [true]} : tensor<4xf64>, vector<4xf64>
  %as = vector.broadcast %a : f64 to vector<4xf64>
  %half = arith.constant dense<0.5> : vector<4xf64>
  %r = scf.while (%v = %v0) : (vector<4xf64>) -> vector<4xf64> {
    %q = arith.mulf %v, %v : vector<4xf64>
    %s = vector.reduction <add>, %q : vector<4xf64> into f64
    %c = arith.cmpf ogt, %s, %eps : f64
    scf.condition(%c) %v : vector<4xf64>
  } do {
  ^bb0(%v: vector<4xf64>):
    %p = arith.mulf %v, %as : vector<4xf64>
    %s = math.sin %p : vector<4xf64>
    %h = arith.mulf %s, %half : vector<4xf64>
    scf.yield %h : vector<4xf64>
  }
  %m = vector.reduction <mul>, %r : vector<4xf64> into f64
  %t = vector.reduction <add>, %r, %m : vector<4xf64> into f64
  return %t : f64
}
func.func private @gradient(tensor<4xf64>, f64) -> (tensor<4xf64>, f64) attributes {lagrad.gradient = @vector_while}
