"""Programs whose loops end by what they compute, after a known number of iterations at most.

Gradient descent until the slope is small, Newton's method until the step is, and an oscillator of van der Pol by Heun's
method with steps as long as an error allows. Each with its gradient.
"""

DESCENT = """
func.func @f(%p: tensor<1xf64>, %x: tensor<33xf64>, %y: tensor<33xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = arith.constant 33 : index
  %m = arith.constant 33.0 : f64
  %most = arith.constant 100 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %least = arith.constant 1.0e-3 : f64
  %true = arith.constant true
  %r = tensor.extract %p[%c0] : tensor<1xf64>
  %end:3 = scf.while (%w = %zero, %k = %c0, %go = %true) : (f64, index, i1) -> (f64, index, i1) {
    %below = arith.cmpi ult, %k, %most : index
    %on = arith.andi %below, %go : i1
    scf.condition(%on) %w, %k, %go : f64, index, i1
  } do {
  ^bb0(%w: f64, %k: index, %go: i1):
    %k1 = arith.addi %k, %c1 : index
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%d = %zero) -> f64 {
      %xi = tensor.extract %x[%i] : tensor<33xf64>
      %yi = tensor.extract %y[%i] : tensor<33xf64>
      %xx = arith.mulf %two, %xi : f64
      %xw = arith.mulf %xi, %w : f64
      %miss = arith.subf %yi, %xw : f64
      %slope = arith.mulf %xx, %miss : f64
      %more = arith.addf %d, %slope : f64
      scf.yield %more : f64
    }
    %d = arith.divf %sum, %m : f64
    %size = math.absf %d : f64
    %stop = arith.cmpf olt, %size, %least : f64
    %w1 = scf.if %stop -> f64 {
      scf.yield %w : f64
    } else {
      %rd = arith.mulf %r, %d : f64
      %new = arith.addf %w, %rd : f64
      scf.yield %new : f64
    }
    %on = arith.xori %stop, %true : i1
    scf.yield %w1, %k1, %on : f64, index, i1
  }
  %e = scf.for %j = %c0 to %n step %c1 iter_args(%sum = %zero) -> f64 {
    %xj = tensor.extract %x[%j] : tensor<33xf64>
    %yj = tensor.extract %y[%j] : tensor<33xf64>
    %xw = arith.mulf %xj, %end#0 : f64
    %miss = arith.subf %yj, %xw : f64
    %square = arith.mulf %miss, %miss : f64
    %more = arith.addf %sum, %square : f64
    scf.yield %more : f64
  }
  %root = math.sqrt %e : f64
  return %root : f64
}
func.func private @df(tensor<1xf64>, tensor<33xf64>, tensor<33xf64>) -> (tensor<1xf64>, tensor<33xf64>, tensor<33xf64>)
    attributes {lagrad.gradient = @f}
"""

NEWTON = """
func.func @f(%a: tensor<9xf64>, %b: tensor<9xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %most = arith.constant 50 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %tiny = arith.constant 1.0e-12 : f64
  %r:3 = scf.while (%x = %zero, %s = %one, %k = %c0) : (f64, f64, index) -> (f64, f64, index) {
    %below = arith.cmpi ult, %k, %most : index
    %abs = math.absf %s : f64
    %far = arith.cmpf ogt, %abs, %tiny : f64
    %on = arith.andi %below, %far : i1
    scf.condition(%on) %x, %s, %k : f64, f64, index
  } do {
  ^bb0(%x: f64, %s: f64, %k: index):
    %g:2 = scf.for %i = %c0 to %c9 step %c1 iter_args(%v = %zero, %d = %zero) -> (f64, f64) {
      %ai = tensor.extract %a[%i] : tensor<9xf64>
      %bi = tensor.extract %b[%i] : tensor<9xf64>
      %ax = arith.mulf %ai, %x : f64
      %neg = arith.negf %ax : f64
      %e = math.exp %neg : f64
      %be = arith.mulf %bi, %e : f64
      %v1 = arith.addf %v, %be : f64
      %abe = arith.mulf %ai, %be : f64
      %d1 = arith.subf %d, %abe : f64
      scf.yield %v1, %d1 : f64, f64
    }
    %miss = arith.subf %g#0, %one : f64
    %step = arith.divf %miss, %g#1 : f64
    %x1 = arith.subf %x, %step : f64
    %k1 = arith.addi %k, %c1 : index
    scf.yield %x1, %step, %k1 : f64, f64, index
  }
  return %r#0 : f64
}
func.func private @df(tensor<9xf64>, tensor<9xf64>) -> (tensor<9xf64>, tensor<9xf64>) attributes {lagrad.gradient = @f}
"""

ODE = """
func.func @f(%p: tensor<2xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %mu = tensor.extract %p[%c0] : tensor<2xf64>
  %y0 = tensor.extract %p[%c1] : tensor<2xf64>
  %most = arith.constant 1999 : index
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %half = arith.constant 0.5 : f64
  %h0 = arith.constant 0.01 : f64
  %end = arith.constant 5.0 : f64
  %tol = arith.constant 1.0e-3 : f64
  %safe = arith.constant 0.9 : f64
  %low = arith.constant 0.2 : f64
  %high = arith.constant 2.0 : f64
  %eps = arith.constant 1.0e-10 : f64
  %r:5 = scf.while (%t = %zero, %y = %y0, %v = %zero, %h = %h0, %k = %c0)
      : (f64, f64, f64, f64, index) -> (f64, f64, f64, f64, index) {
    %below = arith.cmpi ule, %k, %most : index
    %left = arith.cmpf olt, %t, %end : f64
    %on = arith.andi %below, %left : i1
    scf.condition(%on) %t, %y, %v, %h, %k : f64, f64, f64, f64, index
  } do {
  ^bb0(%t: f64, %y: f64, %v: f64, %h: f64, %k: index):
    %rest = arith.subf %end, %t : f64
    %s = arith.minimumf %h, %rest : f64
    %a0 = func.call @accelerate(%mu, %y, %v) : (f64, f64, f64) -> f64
    %sv = arith.mulf %s, %v : f64
    %sa = arith.mulf %s, %a0 : f64
    %y1 = arith.addf %y, %sv : f64
    %v1 = arith.addf %v, %sa : f64
    %a1 = func.call @accelerate(%mu, %y1, %v1) : (f64, f64, f64) -> f64
    %vm = arith.addf %v, %v1 : f64
    %am = arith.addf %a0, %a1 : f64
    %hs = arith.mulf %half, %s : f64
    %dy = arith.mulf %hs, %vm : f64
    %dv = arith.mulf %hs, %am : f64
    %y2 = arith.addf %y, %dy : f64
    %v2 = arith.addf %v, %dv : f64
    %ey = arith.subf %y2, %y1 : f64
    %ev = arith.subf %v2, %v1 : f64
    %ey2 = arith.mulf %ey, %ey : f64
    %ev2 = arith.mulf %ev, %ev : f64
    %e2 = arith.addf %ey2, %ev2 : f64
    %e2s = arith.addf %e2, %eps : f64
    %e = math.sqrt %e2s : f64
    %ok = arith.cmpf ole, %e, %tol : f64
    %q = arith.divf %tol, %e : f64
    %root = math.sqrt %q : f64
    %grow = arith.mulf %safe, %root : f64
    %g1 = arith.maximumf %grow, %low : f64
    %g2 = arith.minimumf %g1, %high : f64
    %h1 = arith.mulf %s, %g2 : f64
    %new:3 = scf.if %ok -> (f64, f64, f64) {
      %t1 = arith.addf %t, %s : f64
      scf.yield %t1, %y2, %v2 : f64, f64, f64
    } else {
      scf.yield %t, %y, %v : f64, f64, f64
    }
    %k1 = arith.addi %k, %c1 : index
    scf.yield %new#0, %new#1, %new#2, %h1, %k1 : f64, f64, f64, f64, index
  }
  return %r#1 : f64
}
func.func private @accelerate(%mu: f64, %y: f64, %v: f64) -> f64 {
  %one = arith.constant 1.0 : f64
  %yy = arith.mulf %y, %y : f64
  %w = arith.subf %one, %yy : f64
  %m = arith.mulf %mu, %w : f64
  %p = arith.mulf %m, %v : f64
  %a = arith.subf %p, %y : f64
  return %a : f64
}
func.func private @df(tensor<2xf64>) -> tensor<2xf64> attributes {lagrad.gradient = @f}
"""

PROGRAMS = {"descent": DESCENT, "newton": NEWTON, "ode": ODE}
