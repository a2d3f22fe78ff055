// RUN: lagrad-opt %s --lagrad-normalize-program --canonicalize | FileCheck %s

// From -100 to 100 in i8: the difference is 200, as an unsigned number.
// CHECK-LABEL: func.func @narrow(
// CHECK-SAME:    %[[M:.*]]: memref<?xi8>, %[[LO:.*]]: i8, %[[HI:.*]]: i8, %[[BY:.*]]: i8
// CHECK-DAG:     %[[SPAN:.*]] = arith.subi %[[HI]], %[[LO]] : i8
// CHECK-DAG:     %[[RUNS:.*]] = arith.cmpi slt, %[[LO]], %[[HI]] : i8
// CHECK:         %[[ROOM:.*]] = arith.select %[[RUNS]], %[[SPAN]], %{{.*}} : i8
// CHECK:         %[[WIDE:.*]] = arith.index_castui %[[ROOM]] : i8 to index
// CHECK:         %[[STEP:.*]] = arith.index_castui %[[BY]] : i8 to index
// CHECK:         %[[N:.*]] = arith.ceildivui %[[WIDE]], %[[STEP]] : index
// CHECK:         scf.for %[[K:.*]] = %c0 to %[[N]] step %c1 {
// CHECK:           %[[NUMBER:.*]] = arith.index_cast %[[K]] : index to i8
// CHECK:           %[[FAR:.*]] = arith.muli %[[NUMBER]], %[[BY]] : i8
// CHECK:           %[[I:.*]] = arith.addi %[[FAR]], %[[LO]] : i8
// CHECK:           memref.store %[[I]],
func.func @narrow(%m: memref<?xi8>, %lo: i8, %hi: i8, %by: i8) {
  %c0 = arith.constant 0 : index
  scf.for %i = %lo to %hi step %by : i8 {
    memref.store %i, %m[%c0] : memref<?xi8>
  }
  return
}

// Attributes and what is carried stay; that it compares unsigned does not.
// CHECK-LABEL: func.func @unsigned(
// CHECK:         arith.cmpi ult
// CHECK:         scf.for %{{.*}} = %c0 to %{{.*}} step %c1 iter_args
// CHECK:         } {lagrad.replay}
func.func @unsigned(%x: f64, %lo: index, %hi: index) -> f64 {
  %c1 = arith.constant 1 : index
  %r = scf.for unsigned %i = %lo to %hi step %c1 iter_args(%a = %x) -> f64 {
    %s = math.sin %a : f64
    scf.yield %s : f64
  } {lagrad.replay}
  return %r : f64
}

// An ordinary loop over indices stays as it is; not one whose counter would leave its range.
// CHECK-LABEL: func.func @indices(
// CHECK:         scf.for %{{.*}} = %{{.*}} to %{{.*}} step %{{.*}} {
// CHECK-NOT:     arith.muli
// CHECK:         scf.for %{{.*}} = %c0 to %c2 step %c1 {
// CHECK:           arith.muli
func.func @indices(%m: memref<?xindex>, %lo: index, %hi: index, %by: index) {
  %c0 = arith.constant 0 : index
  scf.for %i = %lo to %hi step %by {
    memref.store %i, %m[%c0] : memref<?xindex>
  }
  %begin = arith.constant 9223372036854775000 : index
  %end = arith.constant 9223372036854775800 : index
  %step = arith.constant 700 : index
  scf.for %i = %begin to %end step %step {
    memref.store %i, %m[%c0] : memref<?xindex>
  }
  return
}
