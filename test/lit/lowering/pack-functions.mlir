// RUN: lagrad-opt %s --lagrad-pack-functions --split-input-file | FileCheck %s
// RUN: lagrad-opt %s --lagrad-pack-functions --split-input-file --remarks 2>%t >/dev/null
// RUN: FileCheck %s --check-prefix=REMARK --input-file %t

// Sines and cosines of three numbers are two functions of a vector. The third number moves up.
// CHECK-LABEL: func.func @three(
// CHECK:         %[[C:.*]] = arith.addf %arg0, %arg1
// CHECK:         %[[V:.*]] = vector.from_elements %arg0, %arg1, %[[C]], %[[C]] : vector<4xf64>
// CHECK-DAG:     %[[S:.*]] = math.sin %[[V]] : vector<4xf64>
// CHECK-DAG:     %[[T:.*]] = math.cos %[[V]] : vector<4xf64>
// CHECK-DAG:     vector.extract %[[S]][0]
// CHECK-DAG:     vector.extract %[[S]][1]
// CHECK-DAG:     vector.extract %[[T]][2]
// CHECK-NOT:     math.{{(sin|cos)}} %{{.*}} : f64
// CHECK:         return
// REMARK: remark: 3 numbers have 'math.sin' at once
func.func @three(%a: f64, %b: f64) -> f64 {
  %s = math.sin %a : f64
  %t = math.sin %b : f64
  %0 = arith.addf %s, %t fastmath<contract> : f64
  %c = arith.addf %a, %b fastmath<contract> : f64
  %u = math.cos %c : f64
  %1 = arith.addf %0, %u fastmath<contract> : f64
  return %1 : f64
}

// -----

// Two numbers are too few, and those of one type only are packed.
// CHECK-LABEL: func.func @few(
// CHECK-NOT:     vector
// CHECK:         return
func.func @few(%a: f64, %b: f64, %c: f32) -> (f64, f64, f32) {
  %s = math.sin %a : f64
  %t = math.sin %b : f64
  %u = math.sin %c : f32
  return %s, %t, %u : f64, f64, f32
}

// -----

// A number that waits for one of the others is not packed with it.
// CHECK-LABEL: func.func @chain(
// CHECK-NOT:     vector
// CHECK:         return
func.func @chain(%a: f64) -> f64 {
  %0 = math.tanh %a : f64
  %1 = arith.negf %0 : f64
  %2 = math.tanh %1 : f64
  return %2 : f64
}

// -----

// What is read after a write stays behind it.
// CHECK-LABEL: func.func @written(
// CHECK:         %[[S:.*]] = math.tanh %{{.*}} : f64
// CHECK:         memref.store %[[S]]
// CHECK:         memref.load
// CHECK:         math.tanh %{{.*}} : f64
func.func @written(%x: memref<4xf64>, %i: index, %j: index) -> f64 {
  %a = memref.load %x[%i] : memref<4xf64>
  %s = math.tanh %a : f64
  memref.store %s, %x[%i] : memref<4xf64>
  %b = memref.load %x[%j] : memref<4xf64>
  %t = math.tanh %b : f64
  return %t : f64
}

// -----

// The write comes after both reads: the second one moves.
// CHECK-LABEL: func.func @read(
// CHECK:         memref.load
// CHECK:         memref.load
// CHECK:         %[[V:.*]] = math.tanh %{{.*}} : vector<2xf64>
// CHECK:         memref.store
func.func @read(%x: memref<4xf64>, %y: memref<4xf64>, %i: index, %j: index) -> f64 {
  %a = memref.load %x[%i] : memref<4xf64>
  %s = math.tanh %a : f64
  %2 = arith.addf %s, %s : f64
  %b = memref.load %x[%j] : memref<4xf64>
  %t = math.tanh %b : f64
  memref.store %2, %y[%i] : memref<4xf64>
  return %t : f64
}

// -----

// A loop over elements gets lanes: LLVM takes several iterations at once.
// CHECK-LABEL: func.func @lanes(
// CHECK-NOT:     vector
// CHECK:         return
func.func @lanes(%x: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.load %x[%i] : memref<?xf64>
    %b = arith.addf %a, %a : f64
    %s = math.tanh %a : f64
    %t = math.tanh %b : f64
    %0 = arith.mulf %s, %t : f64
    memref.store %0, %x[%i] : memref<?xf64>
  }
  return
}

// -----

// Copies that must give the same bits are packed in both places.
// CHECK-LABEL: func.func @exact(
// CHECK-NOT:     lagrad.exact
// CHECK:         math.tanh %{{.*}} : vector<2xf64>
// CHECK:         scf.if
// CHECK:         math.tanh %{{.*}} : vector<2xf64>
// CHECK-NOT:     math.tanh %{{.*}} : f64
// CHECK:         return
func.func @exact(%a: f64, %b: f64, %again: i1) -> (f64, f64) {
  %s = math.tanh %a {lagrad.exact} : f64
  %t = math.tanh %b {lagrad.exact} : f64
  %r = scf.if %again -> f64 {
    %u = math.tanh %a {lagrad.exact} : f64
    %v = math.tanh %b {lagrad.exact} : f64
    %w = arith.addf %u, %v : f64
    scf.yield %w : f64
  } else {
    scf.yield %s : f64
  }
  return %r, %t : f64, f64
}

// -----

// One of them stands alone: all are left to the library.
// CHECK-LABEL: func.func @alone(
// CHECK-NOT:     vector
// CHECK:         return
func.func @alone(%a: f64, %b: f64, %again: i1) -> (f64, f64) {
  %s = math.tanh %a {lagrad.exact} : f64
  %t = math.tanh %b {lagrad.exact} : f64
  %r = scf.if %again -> f64 {
    %u = math.tanh %a {lagrad.exact} : f64
    scf.yield %u : f64
  } else {
    scf.yield %s : f64
  }
  return %r, %t : f64, f64
}

// -----

// Functions of functions are packed after these; the sum that one of them waits for moves up.
// CHECK-LABEL: func.func @nested(
// CHECK:         %[[T:.*]] = math.tanh %{{.*}} : vector<2xf64>
// CHECK-DAG:     %[[A:.*]] = vector.extract %[[T]][0]
// CHECK-DAG:     %[[B:.*]] = vector.extract %[[T]][1]
// CHECK:         %[[C:.*]] = arith.addf %[[B]], %arg0
// CHECK:         vector.from_elements %[[A]], %[[C]]
// CHECK:         math.sinh %{{.*}} : vector<2xf64>
// CHECK-NOT:     math.{{.*}} : f64
// CHECK:         return
func.func @nested(%a: f64, %b: f64) -> f64 {
  %0 = math.tanh %a : f64
  %1 = math.sinh %0 : f64
  %2 = arith.negf %1 : f64
  %3 = math.tanh %b : f64
  %4 = arith.addf %3, %a : f64
  %5 = math.sinh %4 : f64
  %6 = arith.addf %2, %5 : f64
  return %6 : f64
}
