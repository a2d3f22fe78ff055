// RUN: lagrad-opt %s --lagrad-schedule-snapshots --canonicalize --cse 2> %t.warnings | FileCheck %s
// RUN: FileCheck %s --check-prefix=WARNING --input-file %t.warnings

// The loop carries the number of the last snapshot, the iterations that snapshots were taken before, and the snapshots.
// CHECK-LABEL: func.func @undo(
// CHECK-SAME:    %[[X:.*]]: tensor<?xf64>, %[[N:.*]]: index
// CHECK:       %[[PLACES:.*]] = arith.maxsi
// CHECK:       %[[SNAPSHOTS:.*]] = tensor.empty(%[[PLACES]], %{{.*}}) : tensor<?x?xf64>
// CHECK:       %[[FIRST:.*]] = tensor.insert_slice %[[X]] into %[[SNAPSHOTS]][0, 0]
// CHECK:       scf.for %{{.*}} iter_args(%{{.*}}, %[[TOP:.*]] = %c0, %{{.*}}, %[[KEPT:.*]] = %[[FIRST]]) -> (f64, index, tensor<?xindex>, tensor<?x?xf64>)
// CHECK:         %[[LAST:.*]] = tensor.extract_slice %[[KEPT]][%[[TOP]], 0]
//                Snapshots are taken on the way, while there are places
// CHECK:         scf.while
// CHECK:           scf.condition
// CHECK:           scf.for
// CHECK:             math.sin
// CHECK:           tensor.insert_slice
// CHECK:           scf.yield
//                the rest of the way
// CHECK:         scf.for
// CHECK:           math.sin
// CHECK:         tensor.extract %{{.*}}[%c0] : tensor<?xf64>
//                and a snapshot is given up, where it is that of this iteration.
// CHECK:         arith.cmpi eq
// CHECK:         scf.yield
// CHECK-NOT:   lagrad.snapshots
func.func @undo(%x: tensor<?xf64>, %n: index, %ct: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %done = %c0 to %n step %c1 iter_args(%sum = %ct) -> f64 {
    %last = arith.subi %n, %c1 : index
    %row = arith.subi %last, %done : index
    %two = arith.constant 2.0 : f64
    %state = scf.for %i = %c0 to %row step %c1 iter_args(%s = %x) -> tensor<?xf64> {
      %t = math.sin %s : tensor<?xf64>
      scf.yield %t : tensor<?xf64>
    } {lagrad.rewind}
    %e = tensor.extract %state[%c0] : tensor<?xf64>
    %p = arith.mulf %sum, %e : f64
    scf.yield %p : f64
  } {lagrad.snapshots = 5}
  return %r : f64
}

// A state that depends on the iteration is none of the loop.
// WARNING: schedule-snapshots.mlir:{{[0-9]+}}:8: warning: no snapshots are kept: each iteration of this loop computes a state again from the start
// WARNING: note: what the state follows from changes from one iteration to the next
// CHECK-LABEL: func.func @from_elsewhere(
// CHECK-NOT:   scf.while
// CHECK:       lagrad.rewind
func.func @from_elsewhere(%n: index, %ct: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = scf.for %done = %c0 to %n step %c1 iter_args(%sum = %ct) -> f64 {
    %last = arith.subi %n, %c1 : index
    %row = arith.subi %last, %done : index
    %state = scf.for %i = %c0 to %row step %c1 iter_args(%s = %sum) -> f64 {
      %t = math.sin %s : f64
      scf.yield %t : f64
    } {lagrad.rewind}
    scf.yield %state : f64
  } {lagrad.snapshots = 5}
  return %r : f64
}
