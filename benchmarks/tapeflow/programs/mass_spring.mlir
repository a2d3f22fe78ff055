// ${steps} steps of ${n} points on a line, neighbours joined by springs that a network of ${hidden} neurons makes
// longer and shorter from the places and speeds; the result is the place of the first point.
func.func @f(%start: tensor<${n}xf64>, %w1: tensor<${hidden}x${n}xf64>, %v1: tensor<${hidden}x${n}xf64>,
    %b1: tensor<${hidden}xf64>, %w2: tensor<${n}x${hidden}xf64>, %b2: tensor<${n}xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant ${steps} : index
  %n = arith.constant ${n} : index
  %hidden = arith.constant ${hidden} : index
  %springs = arith.subi %n, %c1 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %dt = arith.constant 0.01 : f64
  %share = arith.constant 0.05 : f64
  %stiffness = arith.constant 3.0 : f64
  %no_hidden = tensor.empty() : tensor<${hidden}xf64>
  %no_length = tensor.empty() : tensor<${n}xf64>
  %none = tensor.empty() : tensor<${n}xf64>
  %still = linalg.fill ins(%zero : f64) outs(%none : tensor<${n}xf64>) -> tensor<${n}xf64>
  %end:2 = scf.for %t = %c0 to %steps step %c1 iter_args(%x = %start, %v = %still)
      -> (tensor<${n}xf64>, tensor<${n}xf64>) {
    %h = scf.for %i = %c0 to %hidden step %c1 iter_args(%a = %no_hidden) -> tensor<${hidden}xf64> {
      %b = tensor.extract %b1[%i] : tensor<${hidden}xf64>
      %sum = scf.for %j = %c0 to %n step %c1 iter_args(%s = %b) -> f64 {
        %xj = tensor.extract %x[%j] : tensor<${n}xf64>
        %vj = tensor.extract %v[%j] : tensor<${n}xf64>
        %wx = tensor.extract %w1[%i, %j] : tensor<${hidden}x${n}xf64>
        %wv = tensor.extract %v1[%i, %j] : tensor<${hidden}x${n}xf64>
        %p = arith.mulf %wx, %xj : f64
        %q = arith.mulf %wv, %vj : f64
        %pq = arith.addf %p, %q : f64
        %r = arith.mulf %share, %pq : f64
        %u = arith.addf %s, %r : f64
        scf.yield %u : f64
      }
      %tanh = math.tanh %sum : f64
      %u = tensor.insert %tanh into %a[%i] : tensor<${hidden}xf64>
      scf.yield %u : tensor<${hidden}xf64>
    }
    %act = scf.for %i = %c0 to %springs step %c1 iter_args(%a = %no_length) -> tensor<${n}xf64> {
      %b = tensor.extract %b2[%i] : tensor<${n}xf64>
      %sum = scf.for %j = %c0 to %hidden step %c1 iter_args(%s = %b) -> f64 {
        %hj = tensor.extract %h[%j] : tensor<${hidden}xf64>
        %w = tensor.extract %w2[%i, %j] : tensor<${n}x${hidden}xf64>
        %p = arith.mulf %w, %hj : f64
        %u = arith.addf %s, %p : f64
        scf.yield %u : f64
      }
      %tanh = math.tanh %sum : f64
      %part = arith.mulf %share, %tanh : f64
      %length = arith.addf %one, %part : f64
      %u = tensor.insert %length into %a[%i] : tensor<${n}xf64>
      scf.yield %u : tensor<${n}xf64>
    }
    %pushed = scf.for %i = %c0 to %springs step %c1 iter_args(%a = %v) -> tensor<${n}xf64> {
      %next = arith.addi %i, %c1 : index
      %left = tensor.extract %x[%i] : tensor<${n}xf64>
      %right = tensor.extract %x[%next] : tensor<${n}xf64>
      %d = arith.subf %right, %left : f64
      %dd = arith.mulf %d, %d : f64
      %length = math.sqrt %dd : f64
      %target = tensor.extract %act[%i] : tensor<${n}xf64>
      %longer = arith.subf %length, %target : f64
      %relative = arith.divf %longer, %length : f64
      %force = arith.mulf %stiffness, %relative : f64
      %pull = arith.mulf %force, %d : f64
      %impulse = arith.mulf %dt, %pull : f64
      %l = tensor.extract %a[%i] : tensor<${n}xf64>
      %m = arith.addf %l, %impulse : f64
      %b = tensor.insert %m into %a[%i] : tensor<${n}xf64>
      %r = tensor.extract %b[%next] : tensor<${n}xf64>
      %s = arith.subf %r, %impulse : f64
      %u = tensor.insert %s into %b[%next] : tensor<${n}xf64>
      scf.yield %u : tensor<${n}xf64>
    }
    %moved = scf.for %i = %c0 to %n step %c1 iter_args(%a = %x) -> tensor<${n}xf64> {
      %xi = tensor.extract %x[%i] : tensor<${n}xf64>
      %vi = tensor.extract %pushed[%i] : tensor<${n}xf64>
      %d = arith.mulf %dt, %vi : f64
      %y = arith.addf %xi, %d : f64
      %u = tensor.insert %y into %a[%i] : tensor<${n}xf64>
      scf.yield %u : tensor<${n}xf64>
    }
    scf.yield %moved, %pushed : tensor<${n}xf64>, tensor<${n}xf64>
  }
  %place = tensor.extract %end#0[%c0] : tensor<${n}xf64>
  return %place : f64
}
func.func private @df(tensor<${n}xf64>, tensor<${hidden}x${n}xf64>, tensor<${hidden}x${n}xf64>, tensor<${hidden}xf64>,
    tensor<${n}x${hidden}xf64>, tensor<${n}xf64>) -> (tensor<${hidden}x${n}xf64>, tensor<${hidden}x${n}xf64>,
    tensor<${hidden}xf64>, tensor<${n}x${hidden}xf64>, tensor<${n}xf64>)
    attributes {lagrad.gradient = @f, lagrad.wrt = [1, 2, 3, 4, 5]}
