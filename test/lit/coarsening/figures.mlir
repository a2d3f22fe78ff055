// The programs of figures 3, 4 and 6 of X. Shen et al., "Coarsening optimization for differentiable programming"
// (OOPSLA 2021), and what the calculus makes of each. The notes come in the order of the segments.
// RUN: lagrad-opt %s --lagrad-print-segments=formulas=true -o %t.mlir 2>&1 | FileCheck %s
// RUN: lagrad-check %s --pipeline=lagrad-coarsened,lagrad-to-llvm --size=9

// Figure 3: branches in branches. (d) is the closed form, where ln(1 + e^d) is stable; (e) and (f) are its derivative:
// the choices are those of the value (C2), and what both sides of the inner one have in common stands in front of it.
// CHECK:      note: a segment of 4 operations on 3 values: {{.*}} stable as softplus; coarsened
// CHECK:      note: (exp(x1) + 1)*Phi(c0, Phi(c2, sqrt(x1), sin(sqrt(x1))), Softplus(x1));
// CHECK-SAME:   d/dx1 = (exp(x1) + 1)*Phi(c0, Phi(c2, 1, cos(sqrt(x1)))/(2*sqrt(x1)), Sigmoid(x1))
// CHECK-SAME:   + exp(x1)*Phi(c0, Phi(c2, sqrt(x1), sin(sqrt(x1))), Softplus(x1))
func.func @figure_3(%p: f64, %q: f64, %x: f64) -> f64 {
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %limit = arith.constant 50.0 : f64
  %qx = arith.mulf %q, %x : f64
  %d = arith.addf %p, %qx : f64
  %is_positive = arith.cmpf ogt, %d, %zero : f64
  %z = scf.if %is_positive -> f64 {
    %a = math.sqrt %d : f64
    %is_large = arith.cmpf ogt, %a, %limit : f64
    %inner = scf.if %is_large -> f64 {
      scf.yield %a : f64
    } else {
      %sin = math.sin %a : f64
      scf.yield %sin : f64
    }
    scf.yield %inner : f64
  } else {
    %e = math.exp %d : f64
    %sum = arith.addf %one, %e : f64
    %log = math.log %sum : f64
    scf.yield %log : f64
  }
  %e = math.exp %d : f64
  %odds = arith.addf %one, %e : f64
  %l = arith.mulf %z, %odds : f64
  return %l : f64
}
func.func private @of_figure_3(f64, f64, f64) -> f64 attributes {lagrad.gradient = @figure_3, lagrad.wrt = [2]}

// Figure 4: a loop. C6 gives its exit, (d).
// CHECK:      note: a loop of affine steps: {{.*}}; its derivative is in closed form: it is cheaper
// CHECK:      note: s = p1 + s; at the exit n*p1 + start
func.func @figure_4(%a: f64, %x: f64, %k: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %s4 = scf.for %i = %c0 to %k step %c1 iter_args(%s = %a) -> f64 {
    %s3 = arith.addf %s, %x : f64
    scf.yield %s3 : f64
  }
  return %s4 : f64
}
func.func private @of_figure_4(f64, f64, index) -> f64 attributes {lagrad.gradient = @figure_4, lagrad.wrt = [1]}

// Figure 6: a loop in a while with a break, and one after it; x and y are data, r is differentiated. C7 makes the sums
// Sxy and Sxx of the inner loop (lines 1 to 5), which leave the while; what is left of that is affine in w, and where
// it breaks w stays (7 to 16): C6 and F5 give its exit. The errors at the end are not multiplied out (20 to 24), which
// would lose their digits. The derivative by r alone runs beside the while; that by r and the first w is closed.
// CHECK:      note: a loop that adds to 1 values, 2 sums over its data: {{.*}}; these leave the loop around it
// CHECK:      note: adds -d0*d3*p1 + d2*d3
// CHECK:      note: a loop of affine steps: {{.*}}; its derivative is in closed form: it is cheaper
// CHECK:      note: s = -p2*p4/p3 + s*(-p0*p4/p3 + 1); at the exit
// CHECK-SAME:   -p2*p4*Geometric(-p0*p4/p3 + 1, n)/p3 + start*(-p0*p4/p3 + 1)**n
func.func @figure_6(%r: f64, %first: f64, %x: tensor<?xf64>, %y: tensor<?xf64>, %most: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %two = arith.constant 2.0 : f64
  %least = arith.constant 1.0e-3 : f64
  %true = arith.constant true
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %whole = arith.index_cast %n : index to i64
  %m = arith.sitofp %whole : i64 to f64
  %end:3 = scf.while (%w = %first, %k = %c0, %go = %true) : (f64, index, i1) -> (f64, index, i1) {
    %below = arith.cmpi ult, %k, %most : index
    %on = arith.andi %below, %go : i1
    scf.condition(%on) %w, %k, %go : f64, index, i1
  } do {
  ^bb0(%w: f64, %k: index, %go: i1):
    %k1 = arith.addi %k, %c1 : index
    %sum = scf.for %i = %c0 to %n step %c1 iter_args(%d = %zero) -> f64 {
      %xi = tensor.extract %x[%i] : tensor<?xf64>
      %yi = tensor.extract %y[%i] : tensor<?xf64>
      %xx = arith.mulf %two, %xi : f64
      %xw = arith.mulf %xi, %w : f64
      %miss = arith.subf %yi, %xw : f64
      %slope = arith.mulf %xx, %miss : f64
      %more = arith.addf %d, %slope : f64
      scf.yield %more : f64
    }
    %d = arith.divf %sum, %m : f64
    %stop = arith.cmpf olt, %d, %least : f64
    %w1 = scf.if %stop -> f64 {
      scf.yield %w : f64
    } else {
      %rd = arith.mulf %r, %d : f64
      %new = arith.subf %w, %rd : f64
      scf.yield %new : f64
    }
    %on = arith.xori %stop, %true : i1
    scf.yield %w1, %k1, %on : f64, index, i1
  }
  %e = scf.for %j = %c0 to %n step %c1 iter_args(%sum = %zero) -> f64 {
    %xj = tensor.extract %x[%j] : tensor<?xf64>
    %yj = tensor.extract %y[%j] : tensor<?xf64>
    %xw = arith.mulf %xj, %end#0 : f64
    %miss = arith.subf %yj, %xw : f64
    %square = arith.mulf %miss, %miss : f64
    %more = arith.addf %sum, %square : f64
    scf.yield %more : f64
  }
  %root = math.sqrt %e : f64
  %err = arith.divf %root, %m : f64
  return %err : f64
}
func.func private @of_figure_6(f64, f64, tensor<?xf64>, tensor<?xf64>, index) -> (f64, f64)
  attributes {lagrad.gradient = @figure_6, lagrad.wrt = [0, 1]}

// CHECK:      note: a loop of affine steps: {{.*}}; its derivative is by iteration: it runs beside the loop,
func.func @figure_6_by_rate(%r: f64, %xx: f64, %xy: f64, %most: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %least = arith.constant 1.0e-3 : f64
  %true = arith.constant true
  %end:3 = scf.while (%w = %zero, %k = %c0, %go = %true) : (f64, index, i1) -> (f64, index, i1) {
    %below = arith.cmpi ult, %k, %most : index
    %on = arith.andi %below, %go : i1
    scf.condition(%on) %w, %k, %go : f64, index, i1
  } do {
  ^bb0(%w: f64, %k: index, %go: i1):
    %k1 = arith.addi %k, %c1 : index
    %wxx = arith.mulf %w, %xx : f64
    %d = arith.subf %xy, %wxx : f64
    %stop = arith.cmpf olt, %d, %least : f64
    %rd = arith.mulf %r, %d : f64
    %new = arith.subf %w, %rd : f64
    %w1 = arith.select %stop, %w, %new : f64
    %on = arith.xori %stop, %true : i1
    scf.yield %w1, %k1, %on : f64, index, i1
  }
  return %end#0 : f64
}
func.func private @of_rate(f64, f64, f64, index) -> f64
  attributes {lagrad.gradient = @figure_6_by_rate, lagrad.wrt = [0]}
