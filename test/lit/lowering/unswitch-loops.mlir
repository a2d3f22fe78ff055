// RUN: lagrad-opt %s --lagrad-unswitch-loops --canonicalize --cse | FileCheck %s
// RUN: lagrad-opt %s --lagrad-unswitch-loops --remarks 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK

// The numbers are read in one of the two loops only.
// REMARK: unswitch-loops.mlir:{{[0-9]+}}:3: remark: where this loop reads is decided before it: it is two loops
// CHECK-LABEL: func.func @renamed(
// CHECK-SAME:    %[[P:.*]]: i1, %[[AT:.*]]: memref<?xindex>, %[[NUMBERS:.*]]: memref<?xindex>, %[[Y:.*]]: memref<?xf64>, %[[Z:.*]]: memref<?xf64>
// CHECK:         scf.if %[[P]] {
// CHECK:           scf.for
// CHECK:             %[[V:.*]] = memref.load %[[AT]]
// CHECK:             %[[U:.*]] = memref.load %[[NUMBERS]][%[[V]]]
// CHECK:             memref.load %[[Y]][%[[U]]]
// CHECK:         } else {
// CHECK:           scf.for
// CHECK:             %[[V:.*]] = memref.load %[[AT]]
// CHECK-NOT:         memref.load %[[NUMBERS]]
// CHECK:             memref.load %[[Y]][%[[V]]]
func.func @renamed(%p: i1, %at: memref<?xindex>, %numbers: memref<?xindex>, %y: memref<?xf64>, %z: memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %z, %c0 : memref<?xf64>
  scf.for %c = %c0 to %n step %c1 {
    %v = memref.load %at[%c] : memref<?xindex>
    %asked = arith.select %p, %v, %c0 : index
    %number = memref.load %numbers[%asked] : memref<?xindex>
    %u = arith.select %p, %number, %v : index
    %0 = memref.load %y[%u] : memref<?xf64>
    memref.store %0, %z[%c] : memref<?xf64>
  }
  return
}

// Two conditions, and what the loop gives back.
// CHECK-LABEL: func.func @two(
// CHECK-SAME:    %[[P:.*]]: i1, %[[Q:.*]]: i1
// CHECK:         %[[SUM:.*]] = scf.if %[[P]] -> (f64) {
// CHECK:           %[[ONE:.*]] = scf.if %[[Q]] -> (f64) {
// CHECK:             scf.for
// CHECK:           } else {
// CHECK:             scf.for
// CHECK:           scf.yield %[[ONE]]
// CHECK:         } else {
// CHECK:           scf.if %[[Q]] -> (f64) {
// CHECK:         return %[[SUM]]
func.func @two(%p: i1, %q: i1, %y: memref<?x?xf64>, %n: index, %zero: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %sum = scf.for %c = %c0 to %n step %c1 iter_args(%so_far = %zero) -> (f64) {
    %i = arith.select %p, %c, %c0 : index
    %j = arith.select %q, %c, %c1 : index
    %0 = memref.load %y[%i, %j] : memref<?x?xf64>
    %1 = arith.addf %so_far, %0 : f64
    scf.yield %1 : f64
  }
  return %sum : f64
}

// As it was: a condition of the trip, a choice of numbers, a loop around loops.
// CHECK-LABEL: func.func @stays(
// CHECK-NOT:     scf.if
// CHECK:         return
func.func @stays(%p: i1, %marks: memref<?xi1>, %y: memref<?xf64>, %z: memref<?xf64>, %n: index, %zero: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %c = %c0 to %n step %c1 {
    %mark = memref.load %marks[%c] : memref<?xi1>
    %i = arith.select %mark, %c, %c0 : index
    %0 = memref.load %y[%i] : memref<?xf64>
    %1 = arith.select %p, %0, %zero : f64
    memref.store %1, %z[%c] : memref<?xf64>
  }
  scf.for %c = %c0 to %n step %c1 {
    %i = arith.select %p, %c, %c0 : index
    scf.for %d = %c0 to %i step %c1 {
      memref.store %zero, %z[%d] : memref<?xf64>
    }
  }
  return
}
