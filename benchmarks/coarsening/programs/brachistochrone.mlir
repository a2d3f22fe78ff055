// How long a bead takes to slide along ${n} points, `%p` below its start and ${dx} apart: each piece is as long as its
// chord, and run through at the mean of the speeds at its ends.
func.func @f(%p: tensor<${n}xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = arith.constant ${last} : index
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %g2 = arith.constant 19.62 : f64
  %dx = arith.constant ${dx} : f64
  %time = scf.for %i = %c0 to %last step %c1 iter_args(%sum = %zero) -> f64 {
    %next = arith.addi %i, %c1 : index
    %y0 = tensor.extract %p[%i] : tensor<${n}xf64>
    %y1 = tensor.extract %p[%next] : tensor<${n}xf64>
    %dy = arith.subf %y1, %y0 : f64
    %dx2 = arith.mulf %dx, %dx : f64
    %dy2 = arith.mulf %dy, %dy : f64
    %ds2 = arith.addf %dx2, %dy2 : f64
    %ds = math.sqrt %ds2 : f64
    %e0 = arith.mulf %g2, %y0 : f64
    %e1 = arith.mulf %g2, %y1 : f64
    %v0 = math.sqrt %e0 : f64
    %v1 = math.sqrt %e1 : f64
    %v = arith.addf %v0, %v1 : f64
    %mean = arith.mulf %half, %v : f64
    %dt = arith.divf %ds, %mean : f64
    %more = arith.addf %sum, %dt : f64
    scf.yield %more : f64
  }
  return %time : f64
}
