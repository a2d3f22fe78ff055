// The energy of ${n} bodies that attract each other: minus the sum over pairs of the product of masses over distance.
func.func @f(%x: tensor<${n}x3xf64>, %m: tensor<${n}xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = arith.constant ${n} : index
  %zero = arith.constant 0.0 : f64
  %soft = arith.constant 0.001 : f64
  %energy = scf.for %i = %c0 to %n step %c1 iter_args(%e = %zero) -> f64 {
    %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %e) -> f64 {
      %xi = tensor.extract %x[%i, %c0] : tensor<${n}x3xf64>
      %yi = tensor.extract %x[%i, %c1] : tensor<${n}x3xf64>
      %zi = tensor.extract %x[%i, %c2] : tensor<${n}x3xf64>
      %xj = tensor.extract %x[%j, %c0] : tensor<${n}x3xf64>
      %yj = tensor.extract %x[%j, %c1] : tensor<${n}x3xf64>
      %zj = tensor.extract %x[%j, %c2] : tensor<${n}x3xf64>
      %dx = arith.subf %xi, %xj : f64
      %dy = arith.subf %yi, %yj : f64
      %dz = arith.subf %zi, %zj : f64
      %xx = arith.mulf %dx, %dx : f64
      %yy = arith.mulf %dy, %dy : f64
      %zz = arith.mulf %dz, %dz : f64
      %xy = arith.addf %xx, %yy : f64
      %rr = arith.addf %xy, %zz : f64
      %softened = arith.addf %rr, %soft : f64
      %r = math.sqrt %softened : f64
      %mi = tensor.extract %m[%i] : tensor<${n}xf64>
      %mj = tensor.extract %m[%j] : tensor<${n}xf64>
      %mm = arith.mulf %mi, %mj : f64
      %pair = arith.divf %mm, %r : f64
      %t = arith.subf %s, %pair : f64
      scf.yield %t : f64
    }
    scf.yield %sum : f64
  }
  return %energy : f64
}
func.func private @df(tensor<${n}x3xf64>, tensor<${n}xf64>) -> (tensor<${n}x3xf64>, tensor<${n}xf64>)
    attributes {lagrad.gradient = @f}
