// A loss after gradient descent, step by step: the sums that an iteration adds to, in symbols; the steps that are left,
// as segments of them; and the same without choices and sums, where the loop over the records stays.
// RUN: lagrad-opt %s --lagrad-print-segments=formulas=true -o %t.mlir 2>&1 | FileCheck %s
// RUN: lagrad-opt %s --lagrad-print-segments='formulas=true phi=false' -o %t.mlir 2>&1 \
// RUN:   | FileCheck %s --check-prefix=PLAIN
// RUN: lagrad-opt %s --lagrad-coarsen-segments --canonicalize --cse | FileCheck %s --check-prefix=CODE
// RUN: lagrad-opt %s --lagrad-coarsened | FileCheck %s --check-prefix=ONCE
// RUN: lagrad-check %s --pipeline=lagrad-coarsened,lagrad-to-llvm

// What is added is a polynomial of slope and intercept; its coefficients are data.
// CHECK:      a loop that adds to 2 values, 4 sums over its data
// CHECK-SAME: these leave the loop around it
// CHECK:      adds d{{[0-9]+}}**2*p{{[0-9]+}} - d{{[0-9]+}}*d{{[0-9]+}} + d{{[0-9]+}}*p{{[0-9]+}};
// CHECK-SAME: adds d{{[0-9]+}}*p{{[0-9]+}} - d{{[0-9]+}} + p{{[0-9]+}}
// A step is arithmetic on the sums.
// CHECK:      a segment of {{[0-9]+}} operations on 6 values
// CHECK:      x1 - x5*(x0*x1 + x2*x3 + x4); d/dx0 = -x1*x5; {{.*}}
// PLAIN-NOT:  a loop that

// One loop over the records for the sums, one over the steps, one for the loss.
// CODE-LABEL: func.func @loss(
// CODE:         %[[SUMS:.*]]:4 = scf.for
// CODE-COUNT-2:   tensor.extract
// CODE:         scf.for
// CODE-NOT:       tensor.extract
// CODE:         scf.yield
// CODE:         scf.for
// CODE:         return
func.func @loss(%rate: f64, %x: tensor<?xf64>, %y: tensor<?xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  %zero = arith.constant 0.0 : f64
  %n = tensor.dim %x, %c0 : tensor<?xf64>
  %last:2 = scf.for %t = %c0 to %c20 step %c1 iter_args(%w = %zero, %b = %zero) -> (f64, f64) {
    %g:2 = scf.for %i = %c0 to %n step %c1 iter_args(%gw = %zero, %gb = %zero) -> (f64, f64) {
      %xi = tensor.extract %x[%i] : tensor<?xf64>
      %yi = tensor.extract %y[%i] : tensor<?xf64>
      %p = arith.mulf %w, %xi : f64
      %q = arith.addf %p, %b : f64
      %miss = arith.subf %q, %yi : f64
      %slope = arith.mulf %miss, %xi : f64
      %u = arith.addf %gw, %slope : f64
      %v = arith.addf %gb, %miss : f64
      scf.yield %u, %v : f64, f64
    }
    %dw = arith.mulf %rate, %g#0 : f64
    %db = arith.mulf %rate, %g#1 : f64
    %w1 = arith.subf %w, %dw : f64
    %b1 = arith.subf %b, %db : f64
    scf.yield %w1, %b1 : f64, f64
  }
  %loss = scf.for %i = %c0 to %n step %c1 iter_args(%s = %zero) -> f64 {
    %xi = tensor.extract %x[%i] : tensor<?xf64>
    %yi = tensor.extract %y[%i] : tensor<?xf64>
    %p = arith.mulf %last#0, %xi : f64
    %q = arith.addf %p, %last#1 : f64
    %r = arith.subf %q, %yi : f64
    %rr = arith.mulf %r, %r : f64
    %u = arith.addf %s, %rr : f64
    scf.yield %u : f64
  }
  return %loss : f64
}
func.func private @gradient(f64, tensor<?xf64>, tensor<?xf64>) -> f64
  attributes {lagrad.gradient = @loss, lagrad.wrt = [0]}

// In a loop that takes the gradient of the same records again and again, their sums are computed once, in front of it.
// ONCE-LABEL: func.func @descend(
// ONCE:         %{{.*}}:4 = scf.for
// ONCE-COUNT-2:   tensor.extract
// ONCE:           scf.yield
// ONCE:         scf.for %{{.*}} to %arg3
// ONCE:           scf.for %{{.*}} to %c20
// ONCE-NOT:         tensor.extract
// ONCE:             scf.yield
func.func @descend(%rate: f64, %x: tensor<?xf64>, %y: tensor<?xf64>, %updates: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %step = arith.constant 1.0e-3 : f64
  %end = scf.for %k = %c0 to %updates step %c1 iter_args(%q = %rate) -> f64 {
    %g = func.call @gradient(%q, %x, %y) : (f64, tensor<?xf64>, tensor<?xf64>) -> f64
    %far = arith.mulf %step, %g : f64
    %new = arith.subf %q, %far : f64
    scf.yield %new : f64
  }
  return %end : f64
}

// A choice is in the segment, and its derivative is one.
// CHECK:     a segment of 3 operations on 3 values
// CHECK:     Phi(c2, x0*x1, x1)**2; d/dx0 = {{.*}}; d/dx1 = {{.*}}
func.func @choice(%x: f64, %y: f64) -> f64 {
  %c = arith.cmpf ogt, %x, %y : f64
  %p = arith.mulf %x, %y : f64
  %q = arith.select %c, %p, %y : f64
  %r = arith.mulf %q, %q : f64
  return %r : f64
}
func.func private @of_choice(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @choice}
