// ${steps} steps of a network with a long short-term memory of width ${n}, whose weights are diagonal.
func.func @f(%x: tensor<${steps}x${n}xf64>, %w: tensor<4x${n}xf64>, %u: tensor<4x${n}xf64>,
    %b: tensor<4x${n}xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %steps = arith.constant ${steps} : index
  %n = arith.constant ${n} : index
  %zero = arith.constant 0.0 : f64
  %none = tensor.empty() : tensor<${n}xf64>
  %start = linalg.fill ins(%zero : f64) outs(%none : tensor<${n}xf64>) -> tensor<${n}xf64>
  %0:2 = scf.for %t = %c0 to %steps step %c1 iter_args(%h = %start, %c = %start)
      -> (tensor<${n}xf64>, tensor<${n}xf64>) {
    %1:2 = scf.for %j = %c0 to %n step %c1 iter_args(%p = %none, %q = %none)
        -> (tensor<${n}xf64>, tensor<${n}xf64>) {
      %xj = tensor.extract %x[%t, %j] : tensor<${steps}x${n}xf64>
      %hj = tensor.extract %h[%j] : tensor<${n}xf64>
      %cj = tensor.extract %c[%j] : tensor<${n}xf64>
      %g0 = func.call @gate(%w, %u, %b, %c0, %j, %xj, %hj) : ${gate}
      %g1 = func.call @gate(%w, %u, %b, %c1, %j, %xj, %hj) : ${gate}
      %g2 = func.call @gate(%w, %u, %b, %c2, %j, %xj, %hj) : ${gate}
      %g3 = func.call @gate(%w, %u, %b, %c3, %j, %xj, %hj) : ${gate}
      %forget = func.call @logistic(%g0) : (f64) -> f64
      %in = func.call @logistic(%g1) : (f64) -> f64
      %out = func.call @logistic(%g2) : (f64) -> f64
      %change = math.tanh %g3 : f64
      %kept = arith.mulf %forget, %cj : f64
      %new = arith.mulf %in, %change : f64
      %cell = arith.addf %kept, %new : f64
      %shown = math.tanh %cell : f64
      %hidden = arith.mulf %out, %shown : f64
      %r = tensor.insert %hidden into %p[%j] : tensor<${n}xf64>
      %s = tensor.insert %cell into %q[%j] : tensor<${n}xf64>
      scf.yield %r, %s : tensor<${n}xf64>, tensor<${n}xf64>
    }
    scf.yield %1#0, %1#1 : tensor<${n}xf64>, tensor<${n}xf64>
  }
  %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %v = tensor.extract %0#0[%j] : tensor<${n}xf64>
    %square = arith.mulf %v, %v : f64
    %r = arith.addf %s, %square : f64
    scf.yield %r : f64
  }
  return %sum : f64
}
func.func private @gate(%w: tensor<4x${n}xf64>, %u: tensor<4x${n}xf64>, %b: tensor<4x${n}xf64>, %g: index, %j: index,
    %x: f64, %h: f64) -> f64 {
  %wv = tensor.extract %w[%g, %j] : tensor<4x${n}xf64>
  %uv = tensor.extract %u[%g, %j] : tensor<4x${n}xf64>
  %bv = tensor.extract %b[%g, %j] : tensor<4x${n}xf64>
  %wx = arith.mulf %wv, %x : f64
  %uh = arith.mulf %uv, %h : f64
  %sum = arith.addf %wx, %uh : f64
  %y = arith.addf %sum, %bv : f64
  return %y : f64
}
func.func private @logistic(%x: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %minus = arith.negf %x : f64
  %e = math.exp %minus : f64
  %d = arith.addf %one, %e : f64
  %y = arith.divf %one, %d : f64
  return %y : f64
}
func.func private @df(tensor<${steps}x${n}xf64>, tensor<4x${n}xf64>, tensor<4x${n}xf64>, tensor<4x${n}xf64>)
    -> (tensor<4x${n}xf64>, tensor<4x${n}xf64>, tensor<4x${n}xf64>)
    attributes {lagrad.gradient = @f, lagrad.wrt = [1, 2, 3]}
