// The derivative of a loss by the rate of gradient descent: the sums of the regression are computed once, in front of
// the steps. What is added is a polynomial in %v. The square of the residual in the loss may not be multiplied out.
// RUN: lagrad-opt %s --lagrad-coarsen-segments --canonicalize --cse | FileCheck %s
// RUN: lagrad-opt %s --lagrad-print-segments -o %t.mlir 2>&1 | FileCheck %s --check-prefix=SAID
// RUN: FileCheck %s --check-prefix=SAME --input-file=%t.mlir
// RUN: lagrad-check %s --pipeline=lagrad-coarsened,lagrad-to-llvm

// CHECK-LABEL: func.func @loss(
// CHECK:         %[[SUMS:.*]]:2 = scf.for
// CHECK-DAG:       %[[XX:.*]] = arith.mulf %[[X:.*]], %[[X]] : f64
// CHECK-DAG:       %[[XY:.*]] = arith.mulf %[[X]], %[[Y:.*]] : f64
// CHECK:           scf.yield
// CHECK:         scf.for
// CHECK-NEXT:      arith.mulf %[[SUMS]]#0
// CHECK:           scf.yield
// CHECK:         scf.for
// CHECK:         return

// SAID: a loop that adds to 1 values, 2 sums over its data: 960 before, 136 after; these leave the loop around it
// SAID-NEXT: %slope = scf.for
// SAID-NOT: a loop that
// The program itself stays as it is: three loops, the second inside the first.
// SAME: scf.for
// SAME: scf.for
// SAME: arith.subf
// SAME: scf.for
func.func @loss(%rate: f64, %w: f64, %x: tensor<8xf64>, %y: tensor<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c20 = arith.constant 20 : index
  %zero = arith.constant 0.0 : f64
  %last = scf.for %t = %c0 to %c20 step %c1 iter_args(%v = %w) -> f64 {
    %slope = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f64 {
      %xi = tensor.extract %x[%i] : tensor<8xf64>
      %yi = tensor.extract %y[%i] : tensor<8xf64>
      %p = arith.mulf %v, %xi : f64
      %r = arith.subf %p, %yi : f64
      %q = arith.mulf %r, %xi : f64
      %u = arith.addf %s, %q : f64
      scf.yield %u : f64
    }
    %d = arith.mulf %rate, %slope : f64
    %next = arith.subf %v, %d : f64
    scf.yield %next : f64
  }
  %loss = scf.for %i = %c0 to %c8 step %c1 iter_args(%s = %zero) -> f64 {
    %xi = tensor.extract %x[%i] : tensor<8xf64>
    %yi = tensor.extract %y[%i] : tensor<8xf64>
    %p = arith.mulf %last, %xi : f64
    %r = arith.subf %p, %yi : f64
    %q = arith.mulf %r, %r : f64
    %u = arith.addf %s, %q : f64
    scf.yield %u : f64
  }
  return %loss : f64
}
func.func private @gradient(f64, f64, tensor<8xf64>, tensor<8xf64>) -> f64
  attributes {lagrad.gradient = @loss, lagrad.wrt = [0]}
