// RUN: lagrad-opt %s --lagrad-differentiate --lagrad-join-counts --canonicalize --cse | FileCheck %s
// RUN: lagrad-check %s

// At most 50 iterations: one loop counts and records, and nothing has to round like another copy any more.
// CHECK-LABEL: func.func @droot(
// CHECK-SAME:    %[[A:.*]]: f64
// CHECK-NOT:     lagrad.exact
// CHECK:         tensor.empty() : tensor<50xf64>
// CHECK:         %[[R:.*]]:{{[0-9]+}} = scf.while
// CHECK:           arith.cmpi ult, %{{.*}}, %c50
// CHECK:           scf.condition
// CHECK:           %[[Q:.*]] = arith.divf %[[A]], %[[X:.*]] : f64
// CHECK:           tensor.insert
// CHECK-NOT:       arith.divf %[[A]]
// CHECK:           scf.yield
// CHECK:         %[[N:.*]] = arith.maxsi %[[R]]#
// CHECK:         scf.for %{{.*}} = %c0 to %[[N]] step %c1
// CHECK-NOT:     scf.for
// CHECK:         return
func.func @root(%a: f64 {lagrad.example = 7.0 : f64}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %most = arith.constant 50 : index
  %half = arith.constant 0.5 : f64
  %one = arith.constant 1.0 : f64
  %tiny = arith.constant 1.0e-14 : f64
  %r:3 = scf.while (%x = %one, %s = %one, %k = %c0) : (f64, f64, index) -> (f64, f64, index) {
    %below = arith.cmpi ult, %k, %most : index
    %abs = math.absf %s : f64
    %far = arith.cmpf ogt, %abs, %tiny : f64
    %on = arith.andi %below, %far : i1
    scf.condition(%on) %x, %s, %k : f64, f64, index
  } do {
  ^bb0(%x: f64, %s: f64, %k: index):
    %q = arith.divf %a, %x : f64
    %sum = arith.addf %x, %q : f64
    %x1 = arith.mulf %half, %sum : f64
    %step = arith.subf %x1, %x : f64
    %k1 = arith.addi %k, %c1 : index
    scf.yield %x1, %step, %k1 : f64, f64, index
  }
  return %r#0 : f64
}
func.func private @droot(f64) -> f64 attributes {lagrad.gradient = @root}

// The loop inside adds up what decides, and also what is recorded: it runs once an iteration, not twice.
// CHECK-LABEL: func.func @dsum(
// CHECK:         scf.while
// CHECK:           scf.condition
// CHECK:           scf.for
// CHECK-NOT:       scf.for
// CHECK:           scf.yield %{{.*}}tensor<?xf64>
// CHECK:         return
func.func @sum(%a: tensor<4xf64> {lagrad.example = dense<[0.5, 0.25, 1.0, 2.0]> : tensor<4xf64>}) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %most = arith.constant 20 : i32
  %zero32 = arith.constant 0 : i32
  %one32 = arith.constant 1 : i32
  %zero = arith.constant 0.0 : f64
  %one = arith.constant 1.0 : f64
  %end:3 = scf.while (%x = %one, %d = %one, %k = %zero32) : (f64, f64, i32) -> (f64, f64, i32) {
    %below = arith.cmpi sgt, %most, %k : i32
    %far = arith.cmpf ogt, %d, %zero : f64
    %on = arith.andi %far, %below : i1
    scf.condition(%on) %x, %d, %k : f64, f64, i32
  } do {
  ^bb0(%x: f64, %d: f64, %k: i32):
    %g:2 = scf.for %i = %c0 to %c4 step %c1 iter_args(%u = %zero, %v = %one) -> (f64, f64) {
      %ai = tensor.extract %a[%i] : tensor<4xf64>
      %p = arith.mulf %ai, %x : f64
      %s = math.sin %p : f64
      %u1 = arith.addf %u, %s : f64
      %t = arith.mulf %v, %p : f64
      %v1 = math.tanh %t : f64
      scf.yield %u1, %v1 : f64, f64
    }
    %both = arith.mulf %g#0, %g#1 : f64
    %x1 = arith.addf %x, %both : f64
    %k1 = arith.addi %k, %one32 : i32
    scf.yield %x1, %g#0, %k1 : f64, f64, i32
  }
  return %end#0 : f64
}
func.func private @dsum(tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.gradient = @sum}
