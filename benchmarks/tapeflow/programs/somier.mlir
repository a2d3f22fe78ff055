// The forces of springs in a grid of ${n} points a side on their inner points: each pulls at its six neighbours.
func.func @f(%x: tensor<3x${n}x${n}x${n}xf64>) -> tensor<3x${n}x${n}x${n}xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %end = arith.constant ${inner} : index
  %zero = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<3x${n}x${n}x${n}xf64>
  %zeros = linalg.fill ins(%zero : f64) outs(%none : tensor<3x${n}x${n}x${n}xf64>) -> tensor<3x${n}x${n}x${n}xf64>
  %0 = scf.for %i = %c1 to %end step %c1 iter_args(%f0 = %zeros) -> tensor<3x${n}x${n}x${n}xf64> {
    %before_i = arith.subi %i, %c1 : index
    %after_i = arith.addi %i, %c1 : index
    %1 = scf.for %j = %c1 to %end step %c1 iter_args(%f1 = %f0) -> tensor<3x${n}x${n}x${n}xf64> {
      %before_j = arith.subi %j, %c1 : index
      %after_j = arith.addi %j, %c1 : index
      %2 = scf.for %k = %c1 to %end step %c1 iter_args(%f2 = %f1) -> tensor<3x${n}x${n}x${n}xf64> {
        %before_k = arith.subi %k, %c1 : index
        %after_k = arith.addi %k, %c1 : index
        %3 = func.call @pull(%x, %f2, %i, %j, %k, %before_i, %j, %k) : ${pull}
        %4 = func.call @pull(%x, %3, %i, %j, %k, %after_i, %j, %k) : ${pull}
        %5 = func.call @pull(%x, %4, %i, %j, %k, %i, %before_j, %k) : ${pull}
        %6 = func.call @pull(%x, %5, %i, %j, %k, %i, %after_j, %k) : ${pull}
        %7 = func.call @pull(%x, %6, %i, %j, %k, %i, %j, %before_k) : ${pull}
        %8 = func.call @pull(%x, %7, %i, %j, %k, %i, %j, %after_k) : ${pull}
        scf.yield %8 : tensor<3x${n}x${n}x${n}xf64>
      }
      scf.yield %2 : tensor<3x${n}x${n}x${n}xf64>
    }
    scf.yield %1 : tensor<3x${n}x${n}x${n}xf64>
  }
  return %0 : tensor<3x${n}x${n}x${n}xf64>
}
// Adds to the forces at a neighbour what the spring between point and neighbour, of length one at rest, pulls.
func.func private @pull(%x: tensor<3x${n}x${n}x${n}xf64>, %f: tensor<3x${n}x${n}x${n}xf64>, %i: index, %j: index,
    %k: index, %p: index, %q: index, %r: index) -> tensor<3x${n}x${n}x${n}xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %one = arith.constant 1.0 : f64
  %stiffness = arith.constant 2.5 : f64
  %xi = tensor.extract %x[%c0, %i, %j, %k] : tensor<3x${n}x${n}x${n}xf64>
  %yi = tensor.extract %x[%c1, %i, %j, %k] : tensor<3x${n}x${n}x${n}xf64>
  %zi = tensor.extract %x[%c2, %i, %j, %k] : tensor<3x${n}x${n}x${n}xf64>
  %xp = tensor.extract %x[%c0, %p, %q, %r] : tensor<3x${n}x${n}x${n}xf64>
  %yp = tensor.extract %x[%c1, %p, %q, %r] : tensor<3x${n}x${n}x${n}xf64>
  %zp = tensor.extract %x[%c2, %p, %q, %r] : tensor<3x${n}x${n}x${n}xf64>
  %dx = arith.subf %xp, %xi : f64
  %dy = arith.subf %yp, %yi : f64
  %dz = arith.subf %zp, %zi : f64
  %xx = arith.mulf %dx, %dx : f64
  %yy = arith.mulf %dy, %dy : f64
  %zz = arith.mulf %dz, %dz : f64
  %xy = arith.addf %xx, %yy : f64
  %squared = arith.addf %xy, %zz : f64
  %length = math.sqrt %squared : f64
  %longer = arith.subf %length, %one : f64
  %force = arith.mulf %stiffness, %longer : f64
  %part = arith.divf %force, %length : f64
  %fx = arith.mulf %part, %dx : f64
  %fy = arith.mulf %part, %dy : f64
  %fz = arith.mulf %part, %dz : f64
  %gx = tensor.extract %f[%c0, %p, %q, %r] : tensor<3x${n}x${n}x${n}xf64>
  %hx = arith.addf %gx, %fx : f64
  %1 = tensor.insert %hx into %f[%c0, %p, %q, %r] : tensor<3x${n}x${n}x${n}xf64>
  %gy = tensor.extract %1[%c1, %p, %q, %r] : tensor<3x${n}x${n}x${n}xf64>
  %hy = arith.addf %gy, %fy : f64
  %2 = tensor.insert %hy into %1[%c1, %p, %q, %r] : tensor<3x${n}x${n}x${n}xf64>
  %gz = tensor.extract %2[%c2, %p, %q, %r] : tensor<3x${n}x${n}x${n}xf64>
  %hz = arith.addf %gz, %fz : f64
  %3 = tensor.insert %hz into %2[%c2, %p, %q, %r] : tensor<3x${n}x${n}x${n}xf64>
  return %3 : tensor<3x${n}x${n}x${n}xf64>
}
func.func private @df(tensor<3x${n}x${n}x${n}xf64>, tensor<3x${n}x${n}x${n}xf64>) -> tensor<3x${n}x${n}x${n}xf64>
    attributes {lagrad.pullback = @f}
