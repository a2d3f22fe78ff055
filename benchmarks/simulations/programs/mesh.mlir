// ${steps} steps of a quantity that is carried, and spreads, along ${m} edges between ${n} nodes in any order. `%k` has
// the speed and how much spreads, `%xy` the places of the nodes, `%edges` the nodes at both ends of each edge. The
// result is the energy at the end, and two sums over all edges of all steps: of jumps, and of products.
#i = affine_map<(d0) -> (d0)>
func.func @f(%start: tensor<${n}xf64>, %k: tensor<2xf64>, %xy: tensor<${n}x2xf64>, %edges: tensor<${m}x2xindex>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant ${steps} : index
  %m = arith.constant ${m} : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %dt = arith.constant 1.0e-3 : f64
  %speed = tensor.extract %k[%c0] : tensor<2xf64>
  %spread = tensor.extract %k[%c1] : tensor<2xf64>
  %end:2 = scf.for %t = %c0 to %steps step %c1 iter_args(%u = %start, %past = %zero) -> (tensor<${n}xf64>, f64) {
    %none = tensor.splat %zero : tensor<${n}xf64>
    %carried = scf.for %e = %c0 to %m step %c1 iter_args(%r = %none) -> tensor<${n}xf64> {
      %i = tensor.extract %edges[%e, %c0] : tensor<${m}x2xindex>
      %j = tensor.extract %edges[%e, %c1] : tensor<${m}x2xindex>
      %xi = tensor.extract %xy[%i, %c0] : tensor<${n}x2xf64>
      %xj = tensor.extract %xy[%j, %c0] : tensor<${n}x2xf64>
      %dx = arith.subf %xi, %xj : f64
      %a = tensor.extract %u[%i] : tensor<${n}xf64>
      %b = tensor.extract %u[%j] : tensor<${n}xf64>
      %aa = arith.mulf %a, %a : f64
      %bb = arith.mulf %b, %b : f64
      %sum = arith.addf %aa, %bb : f64
      %mean = arith.mulf %half, %sum : f64
      %normal = arith.mulf %speed, %dx : f64
      %flux = arith.mulf %normal, %mean : f64
      %ri = tensor.extract %r[%i] : tensor<${n}xf64>
      %si = arith.addf %ri, %flux : f64
      %r1 = tensor.insert %si into %r[%i] : tensor<${n}xf64>
      %rj = tensor.extract %r1[%j] : tensor<${n}xf64>
      %sj = arith.subf %rj, %flux : f64
      %r2 = tensor.insert %sj into %r1[%j] : tensor<${n}xf64>
      scf.yield %r2 : tensor<${n}xf64>
    }
    %both = scf.for %e = %c0 to %m step %c1 iter_args(%r = %carried) -> tensor<${n}xf64> {
      %i = tensor.extract %edges[%e, %c0] : tensor<${m}x2xindex>
      %j = tensor.extract %edges[%e, %c1] : tensor<${m}x2xindex>
      %xi = tensor.extract %xy[%i, %c0] : tensor<${n}x2xf64>
      %xj = tensor.extract %xy[%j, %c0] : tensor<${n}x2xf64>
      %yi = tensor.extract %xy[%i, %c1] : tensor<${n}x2xf64>
      %yj = tensor.extract %xy[%j, %c1] : tensor<${n}x2xf64>
      %dx = arith.subf %xi, %xj : f64
      %dy = arith.subf %yi, %yj : f64
      %xx = arith.mulf %dx, %dx : f64
      %yy = arith.mulf %dy, %dy : f64
      %square = arith.addf %xx, %yy : f64
      %length = math.sqrt %square : f64
      %a = tensor.extract %u[%i] : tensor<${n}xf64>
      %b = tensor.extract %u[%j] : tensor<${n}xf64>
      %d = arith.subf %b, %a : f64
      %slope = arith.divf %d, %length : f64
      %steep = arith.mulf %slope, %slope : f64
      %more = arith.addf %one, %steep : f64
      %root = math.sqrt %more : f64
      %limited = arith.divf %slope, %root : f64
      %flux = arith.mulf %spread, %limited : f64
      %ri = tensor.extract %r[%i] : tensor<${n}xf64>
      %si = arith.addf %ri, %flux : f64
      %r1 = tensor.insert %si into %r[%i] : tensor<${n}xf64>
      %rj = tensor.extract %r1[%j] : tensor<${n}xf64>
      %sj = arith.subf %rj, %flux : f64
      %r2 = tensor.insert %sj into %r1[%j] : tensor<${n}xf64>
      scf.yield %r2 : tensor<${n}xf64>
    }
    %e = tensor.empty() : tensor<${n}xf64>
    %next = linalg.generic {indexing_maps = [#i, #i, #i], iterator_types = ["parallel"]}
        ins(%u, %both : tensor<${n}xf64>, tensor<${n}xf64>) outs(%e : tensor<${n}xf64>) {
    ^bb0(%a: f64, %r: f64, %o: f64):
      %change = arith.mulf %dt, %r : f64
      %b = arith.addf %a, %change : f64
      linalg.yield %b : f64
    } -> tensor<${n}xf64>
    %jumps = scf.for %e1 = %c0 to %m step %c1 iter_args(%s = %past) -> f64 {
      %i = tensor.extract %edges[%e1, %c0] : tensor<${m}x2xindex>
      %j = tensor.extract %edges[%e1, %c1] : tensor<${m}x2xindex>
      %a = tensor.extract %u[%i] : tensor<${n}xf64>
      %b = tensor.extract %u[%j] : tensor<${n}xf64>
      %d = arith.subf %a, %b : f64
      %dd = arith.mulf %d, %d : f64
      %q = arith.addf %s, %dd : f64
      scf.yield %q : f64
    }
    %products = scf.for %e1 = %c0 to %m step %c1 iter_args(%s = %jumps) -> f64 {
      %i = tensor.extract %edges[%e1, %c0] : tensor<${m}x2xindex>
      %j = tensor.extract %edges[%e1, %c1] : tensor<${m}x2xindex>
      %a = tensor.extract %u[%i] : tensor<${n}xf64>
      %b = tensor.extract %u[%j] : tensor<${n}xf64>
      %ab = arith.mulf %a, %b : f64
      %p = arith.mulf %half, %ab : f64
      %q = arith.addf %s, %p : f64
      scf.yield %q : f64
    }
    scf.yield %next, %products : tensor<${n}xf64>, f64
  }${mark}
  %nothing = tensor.splat %zero : tensor<f64>
  %dot = linalg.dot ins(%end#0, %end#0 : tensor<${n}xf64>, tensor<${n}xf64>) outs(%nothing : tensor<f64>) -> tensor<f64>
  %energy = tensor.extract %dot[] : tensor<f64>
  %result = arith.addf %energy, %end#1 : f64
  return %result : f64
}
