// A polynomial by Horner's rule on vectors, in a loop over their tensor, differentiated twice.
func.func @vector_second_order(%x: tensor<6xf64>, %a: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c2 = arith.constant 2 : index
  %c6 = arith.constant 6 : index
  %zero = arith.constant 0.0 : f64
  %third = arith.constant dense<0.3> : vector<2xf64>
  %as = vector.broadcast %a : f64 to vector<2xf64>
  %r = scf.for %i = %c0 to %c6 step %c2 iter_args(%s = %zero) -> f64 {
    %v = vector.transfer_read %x[%i], %zero {in_bounds = [true]} : tensor<6xf64>, vector<2xf64>
    %p = vector.fma %third, %v, %as : vector<2xf64>
    %q = vector.fma %p, %v, %as : vector<2xf64>
    %e = math.exp %q : vector<2xf64>
    %t = vector.reduction <add>, %e, %s : vector<2xf64> into f64
    scf.yield %t : f64
  }
  return %r : f64
}
func.func private @first(tensor<6xf64>, f64) -> (tensor<6xf64>, f64) attributes {lagrad.gradient = @vector_second_order}
func.func private @second(tensor<6xf64>, f64, tensor<6xf64>, f64) -> (tensor<6xf64>, f64) attributes {lagrad.pullback = @first}
