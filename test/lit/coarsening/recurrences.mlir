// What leaves the loop around a loop besides sums: a filter that a flag ends, whose input is chosen by data, and a
// product of data. The flag, the counter and the product so far are data that the new loop carries.
// RUN: lagrad-opt %s --lagrad-print-segments=formulas=true -o %t.mlir 2>&1 | FileCheck %s
// RUN: lagrad-opt %s --lagrad-coarsen-segments --canonicalize --cse | FileCheck %s --check-prefix=CODE
// RUN: lagrad-check %s --pipeline=lagrad-coarsened,lagrad-to-llvm

// CHECK:      a loop that carries 1 values, 2 moments of its data
// CHECK-SAME: these leave the loop around it: it is cheaper
// CHECK:      start0 is d{{[0-9]+}}*start0 + p{{[0-9]+}}*Phi(d{{[0-9]+}}, d{{[0-9]+}}, 1)

// CODE-LABEL: func.func @filtered(
// CODE:         %[[MOMENTS:.*]]:{{[0-9]}} = scf.while
// CODE:           scf.condition
// CODE:           arith.select
// CODE:           scf.yield
// CODE:         scf.for
// CODE-NOT:       scf.while
// CODE-NOT:       tensor.extract
// CODE:           arith.mulf %{{.*}}, %[[MOMENTS]]#
// CODE:         return
func.func @filtered(%w: f64, %x: tensor<8xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %c20 = arith.constant 20 : index
  %zero = arith.constant 0.0 : f64
  %half = arith.constant 0.5 : f64
  %true = arith.constant true
  %end = scf.for %t = %c0 to %c20 step %c1 iter_args(%v = %w) -> f64 {
    %r:3 = scf.while (%s = %v, %i = %c0, %go = %true) : (f64, index, i1) -> (f64, index, i1) {
      %some = arith.cmpi slt, %i, %c8 : index
      %more = arith.andi %some, %go : i1
      scf.condition(%more) %s, %i, %go : f64, index, i1
    } do {
    ^bb0(%s: f64, %i: index, %go: i1):
      %xi = tensor.extract %x[%i] : tensor<8xf64>
      %old = arith.mulf %s, %xi : f64
      %scaled = arith.mulf %v, %xi : f64
      %small = arith.cmpf olt, %xi, %half : f64
      %in = arith.select %small, %scaled, %v : f64
      %new = arith.addf %old, %in : f64
      %go1 = arith.cmpf ogt, %xi, %zero : f64
      %j = arith.addi %i, %c1 : index
      scf.yield %new, %j, %go1 : f64, index, i1
    }
    %next = arith.mulf %r#0, %half : f64
    scf.yield %next : f64
  }
  return %end : f64
}
func.func private @gradient(f64, tensor<8xf64>) -> f64 attributes {lagrad.gradient = @filtered, lagrad.wrt = [0]}
