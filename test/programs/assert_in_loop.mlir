// An assertion in a loop, between operations whose operands are recorded.
func.func @assert_in_loop(%x: f64, %v: tensor<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %size = tensor.dim %v, %c0 : tensor<?xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %inside = arith.cmpi slt, %i, %size : index
    cf.assert %inside, "index in range"
    %a = tensor.extract %v[%i] : tensor<?xf64>
    %1 = arith.mulf %p, %a : f64
    %positive = arith.cmpf ogt, %1, %zero : f64
    cf.assert %positive, "positive state"
    %2 = math.sqrt %1 : f64
    scf.yield %2 : f64
  }
  return %0 : f64
}
func.func private @gradient(f64, tensor<?xf64>, index) -> (f64, tensor<?xf64>) attributes {lagrad.gradient = @assert_in_loop}
