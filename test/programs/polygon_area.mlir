// The area of a polygon by the shoelace formula, indices wrapped round by a remainder.
func.func @polygon_area(%x: tensor<?x2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?x2xf64>
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%a = %zero) -> f64 {
    %i1 = arith.addi %i, %c1 : index
    %j = arith.remui %i1, %n : index
    %xi = tensor.extract %x[%i, %c0] : tensor<?x2xf64>
    %yi = tensor.extract %x[%i, %c1] : tensor<?x2xf64>
    %xj = tensor.extract %x[%j, %c0] : tensor<?x2xf64>
    %yj = tensor.extract %x[%j, %c1] : tensor<?x2xf64>
    %p = arith.mulf %xi, %yj : f64
    %q = arith.mulf %xj, %yi : f64
    %d = arith.subf %p, %q : f64
    %s = arith.addf %a, %d : f64
    scf.yield %s : f64
  }
  %abs = math.absf %0 : f64
  return %abs : f64
}
func.func private @gradient(tensor<?x2xf64>) -> tensor<?x2xf64> attributes {lagrad.gradient = @polygon_area}
