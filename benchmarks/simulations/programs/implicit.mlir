// ${steps} implicit steps of a quantity that spreads and decays at ${m} points between two ends that stay as they are:
// `%k` has how much spreads and how fast it decays, `%given` what comes in. Each step solves
//   v - u - dt (k0 v'' - k1 v^3 + given) = 0
// by ${newton} iterations of Newton, each with a tridiagonal system, forwards and backwards. The result is the energy at
// the end, and the sum of all steps at the middle.
#i = affine_map<(d0) -> (d0)>
func.func @f(%start: tensor<${n}xf64>, %k: tensor<2xf64>, %given: tensor<${n}xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %steps = arith.constant ${steps} : index
  %newton = arith.constant ${newton} : index
  %last = arith.constant ${last} : index
  %m = arith.constant ${m} : index
  %middle = arith.constant ${middle} : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %two = arith.constant 2.0 : f64
  %three = arith.constant 3.0 : f64
  %dt = arith.constant 0.1 : f64
  %spread = tensor.extract %k[%c0] : tensor<2xf64>
  %decay = tensor.extract %k[%c1] : tensor<2xf64>
  %coupling = arith.mulf %dt, %spread : f64
  %beside = arith.negf %coupling : f64
  %dying = arith.mulf %dt, %decay : f64
  %dying3 = arith.mulf %three, %dying : f64
  %coupling2 = arith.mulf %two, %coupling : f64
  %least = arith.addf %one, %coupling2 : f64
  %end:2 = scf.for %t = %c0 to %steps step %c1 iter_args(%u = %start, %past = %zero) -> (tensor<${n}xf64>, f64) {
    %v_end = scf.for %k1 = %c0 to %newton step %c1 iter_args(%v = %u) -> tensor<${n}xf64> {
      %none = tensor.splat %zero : tensor<${n}xf64>
      %forth:4 = scf.for %i = %c1 to %last step %c1 iter_args(%ds = %none, %bs = %none, %d1 = %one, %b1 = %zero)
          -> (tensor<${n}xf64>, tensor<${n}xf64>, f64, f64) {
        %h = arith.subi %i, %c1 : index
        %j = arith.addi %i, %c1 : index
        %l = tensor.extract %v[%h] : tensor<${n}xf64>
        %c = tensor.extract %v[%i] : tensor<${n}xf64>
        %r = tensor.extract %v[%j] : tensor<${n}xf64>
        %old = tensor.extract %u[%i] : tensor<${n}xf64>
        %in = tensor.extract %given[%i] : tensor<${n}xf64>
        %lr = arith.addf %l, %r : f64
        %cc = arith.mulf %two, %c : f64
        %curve = arith.subf %lr, %cc : f64
        %flow = arith.mulf %coupling, %curve : f64
        %square = arith.mulf %c, %c : f64
        %cube = arith.mulf %square, %c : f64
        %lost = arith.mulf %dying, %cube : f64
        %came = arith.mulf %dt, %in : f64
        %d0 = arith.subf %c, %old : f64
        %d2 = arith.subf %d0, %flow : f64
        %d3 = arith.addf %d2, %lost : f64
        %residual = arith.subf %d3, %came : f64
        %more = arith.mulf %dying3, %square : f64
        %diagonal = arith.addf %least, %more : f64
        %is_first = arith.cmpi eq, %i, %c1 : index
        %w0 = arith.divf %beside, %d1 : f64
        %w = arith.select %is_first, %zero, %w0 : f64
        %wo = arith.mulf %w, %beside : f64
        %d = arith.subf %diagonal, %wo : f64
        %wb = arith.mulf %w, %b1 : f64
        %b = arith.subf %residual, %wb : f64
        %ds1 = tensor.insert %d into %ds[%i] : tensor<${n}xf64>
        %bs1 = tensor.insert %b into %bs[%i] : tensor<${n}xf64>
        scf.yield %ds1, %bs1, %d, %b : tensor<${n}xf64>, tensor<${n}xf64>, f64, f64
      }
      %back:2 = scf.for %i = %c0 to %m step %c1 iter_args(%xs = %v, %x1 = %zero) -> (tensor<${n}xf64>, f64) {
        %at = arith.subi %m, %i : index
        %d = tensor.extract %forth#0[%at] : tensor<${n}xf64>
        %b = tensor.extract %forth#1[%at] : tensor<${n}xf64>
        %ox = arith.mulf %beside, %x1 : f64
        %bo = arith.subf %b, %ox : f64
        %x = arith.divf %bo, %d : f64
        %c = tensor.extract %v[%at] : tensor<${n}xf64>
        %new = arith.subf %c, %x : f64
        %ys = tensor.insert %new into %xs[%at] : tensor<${n}xf64>
        scf.yield %ys, %x : tensor<${n}xf64>, f64
      }
      scf.yield %back#0 : tensor<${n}xf64>
    }
    %here = tensor.extract %v_end[%middle] : tensor<${n}xf64>
    %so_far = arith.addf %past, %here : f64
    scf.yield %v_end, %so_far : tensor<${n}xf64>, f64
  }${mark}
  %nothing = tensor.splat %zero : tensor<f64>
  %dot = linalg.dot ins(%end#0, %end#0 : tensor<${n}xf64>, tensor<${n}xf64>) outs(%nothing : tensor<f64>) -> tensor<f64>
  %energy = tensor.extract %dot[] : tensor<f64>
  %result = arith.addf %energy, %end#1 : f64
  return %result : f64
}
