// RUN: lagrad-opt %s -p "lagrad-vectorize-map{width=4},canonicalize,cse" | FileCheck %s
// RUN: lagrad-opt %s -p "lagrad-vectorize-map{width=8},canonicalize,cse" | FileCheck %s --check-prefix=EIGHT

// A block of two rows of three for each trip: four of its elements are a vector of each lane, across the end of the
// first row, and then two.
// CHECK-LABEL: func.func @block(
// CHECK-SAME:    %[[OUT:.*]]: memref<?x2x3xf64>
// CHECK:         %[[FLAT:.*]] = memref.collapse_shape %[[OUT]] {{.*}} : memref<?x2x3xf64> into memref<?xf64>
// CHECK:         scf.for
// CHECK:           %[[S:.*]] = math.sin
// CHECK:           %[[E:.*]] = math.exp
// CHECK:           %[[C:.*]] = math.cos
// CHECK:           %[[T:.*]] = math.tanh
// CHECK-NOT:       store
// CHECK-DAG:       %[[LOW1:.*]] = vector.shuffle %[[S]], %[[E]] [0, 4, 2, 6]
// CHECK-DAG:       %[[HIGH1:.*]] = vector.shuffle %[[S]], %[[E]] [1, 5, 3, 7]
// CHECK-DAG:       %[[LOW2:.*]] = vector.shuffle %[[C]], %[[T]] [0, 4, 2, 6]
// CHECK-DAG:       %[[HIGH2:.*]] = vector.shuffle %[[C]], %[[T]] [1, 5, 3, 7]
// CHECK-DAG:       %[[LANE0:.*]] = vector.shuffle %[[LOW1]], %[[LOW2]] [0, 1, 4, 5]
// CHECK-DAG:       %[[LANE1:.*]] = vector.shuffle %[[HIGH1]], %[[HIGH2]] [0, 1, 4, 5]
// CHECK-DAG:       %[[LANE2:.*]] = vector.shuffle %[[LOW1]], %[[LOW2]] [2, 3, 6, 7]
// CHECK-DAG:       %[[LANE3:.*]] = vector.shuffle %[[HIGH1]], %[[HIGH2]] [2, 3, 6, 7]
// CHECK:           vector.store %[[LANE0]], %[[FLAT]][%{{.*}}] : memref<?xf64>, vector<4xf64>
// CHECK-NEXT:      vector.store %[[LANE1]], %[[FLAT]]
// CHECK-NEXT:      vector.store %[[LANE2]], %[[FLAT]]
// CHECK-NEXT:      vector.store %[[LANE3]], %[[FLAT]]
// CHECK:           vector.store %{{.*}}, %[[FLAT]][%{{.*}}] : memref<?xf64>, vector<2xf64>
// CHECK-NOT:       store {{.*}}f64>, vector<4xf64>
// CHECK:         scf.for
// CHECK-COUNT-6:   memref.store {{.*}} : memref<?x2x3xf64>
// EIGHT-LABEL: func.func @block(
// EIGHT:         vector.shuffle %{{.*}}, %{{.*}} [0, 8, 2, 10, 4, 12, 6, 14] : vector<8xf64>, vector<8xf64>
// Two lanes' elements in each vector that LLVM does not look into.
// EIGHT:         %[[TWO:.*]] = vector.shuffle %{{.*}}, %{{.*}} [0, 1, 8, 9, 4, 5, 12, 13] : vector<8xf64>, vector<8xf64>
// EIGHT:         %[[KEPT:.*]] = llvm.call_intrinsic "llvm.arithmetic.fence.v8f64"(%[[TWO]])
// EIGHT-DAG:     vector.shuffle %[[KEPT]], %{{.*}} [0, 1, 2, 3]
// EIGHT-DAG:     vector.shuffle %[[KEPT]], %{{.*}} [4, 5, 6, 7]
// EIGHT-COUNT-8: vector.store {{.*}} vector<4xf64>
// EIGHT-COUNT-8: vector.store {{.*}} vector<2xf64>
func.func @block(%out: memref<?x2x3xf64> {llvm.noalias}, %a: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %a, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf64>
    %s = math.sin %x : f64
    memref.store %s, %out[%i, %c0, %c0] : memref<?x2x3xf64>
    %e = math.exp %x : f64
    memref.store %e, %out[%i, %c0, %c1] : memref<?x2x3xf64>
    %c = math.cos %x : f64
    memref.store %x, %out[%i, %c1, %c2] : memref<?x2x3xf64>
    memref.store %c, %out[%i, %c0, %c2] : memref<?x2x3xf64>
    %t = math.tanh %x : f64
    memref.store %t, %out[%i, %c1, %c0] : memref<?x2x3xf64>
    memref.store %s, %out[%i, %c1, %c1] : memref<?x2x3xf64>
  }
  return
}

// A row that data choose: seven elements are a vector of four, one of two, and one by itself.
// CHECK-LABEL: func.func @row(
// CHECK-SAME:    %[[A:.*]]: memref<?x7xf32>
// CHECK:         %[[FLAT:.*]] = memref.collapse_shape %[[A]] {{.*}} : memref<?x7xf32> into memref<?xf32>
// CHECK-COUNT-4: vector.load %[[FLAT]][%{{.*}}] : memref<?xf32>, vector<4xf32>
// CHECK-COUNT-4: vector.load %[[FLAT]][%{{.*}}] : memref<?xf32>, vector<2xf32>
// CHECK-COUNT-4: memref.load %{{.*}}[%c6] : memref<7xf32
// CHECK-NOT:     memref.load
// CHECK:         scf.for
// EIGHT-LABEL: func.func @row(
// EIGHT-COUNT-8: vector.load {{.*}} : memref<?xf32>, vector<4xf32>
// EIGHT-COUNT-8: vector.load {{.*}} : memref<?xf32>, vector<2xf32>
// EIGHT-COUNT-8: memref.load %{{.*}}[%c6] : memref<7xf32
func.func @row(%a: memref<?x7xf32> {llvm.noalias}, %which: memref<?xi32> {llvm.noalias}, %b: memref<?xf32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %n = memref.dim %b, %c0 : memref<?xf32>
  scf.for %i = %c0 to %n step %c1 {
    %k = memref.load %which[%i] : memref<?xi32>
    %at = arith.index_cast %k : i32 to index
    %row = memref.subview %a[%at, 0] [1, 7] [1, 1] : memref<?x7xf32> to memref<7xf32, strided<[1], offset: ?>>
    %x0 = memref.load %row[%c0] : memref<7xf32, strided<[1], offset: ?>>
    %x1 = memref.load %row[%c1] : memref<7xf32, strided<[1], offset: ?>>
    %s01 = arith.mulf %x0, %x1 : f32
    %x2 = memref.load %row[%c2] : memref<7xf32, strided<[1], offset: ?>>
    %x3 = memref.load %row[%c3] : memref<7xf32, strided<[1], offset: ?>>
    %s02 = arith.mulf %s01, %x2 : f32
    %s03 = arith.addf %s02, %x3 : f32
    %x4 = memref.load %row[%c4] : memref<7xf32, strided<[1], offset: ?>>
    %x5 = memref.load %row[%c5] : memref<7xf32, strided<[1], offset: ?>>
    %x6 = memref.load %row[%c6] : memref<7xf32, strided<[1], offset: ?>>
    %s04 = arith.mulf %s03, %x4 : f32
    %s05 = arith.addf %s04, %x5 : f32
    %s06 = arith.mulf %s05, %x6 : f32
    %s = math.sin %s06 : f32
    memref.store %s, %b[%i] : memref<?xf32>
  }
  return
}

// What is read in between may be one of the elements: that is written before, and what comes after is another group.
// CHECK-LABEL: func.func @read_between(
// CHECK:         scf.for
// CHECK-COUNT-4: memref.store {{.*}} : memref<?x3xf64>
// CHECK-COUNT-4: memref.load {{.*}} : memref<?x3xf64>
// CHECK-COUNT-4: vector.store {{.*}} vector<2xf64>
// CHECK:         scf.for
func.func @read_between(%out: memref<?x3xf64> {llvm.noalias}, %a: memref<?xf64> {llvm.noalias}, %which: memref<?xi32> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %a, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf64>
    %s = math.sin %x : f64
    memref.store %s, %out[%i, %c0] : memref<?x3xf64>
    %k = memref.load %which[%i] : memref<?xi32>
    %at = arith.index_cast %k : i32 to index
    %y = memref.load %out[%i, %at] : memref<?x3xf64>
    %e = math.exp %y : f64
    memref.store %y, %out[%i, %c1] : memref<?x3xf64>
    memref.store %e, %out[%i, %c2] : memref<?x3xf64>
  }
  return
}

// Another element in between is nothing to wait for.
// CHECK-LABEL: func.func @read_another(
// CHECK:         scf.for
// CHECK-NOT:     memref.store
// CHECK-COUNT-4: vector.store {{.*}} vector<2xf64>
// CHECK:         scf.for
func.func @read_another(%out: memref<?x3xf64> {llvm.noalias}, %a: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %n = memref.dim %a, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf64>
    %s = math.sin %x : f64
    memref.store %s, %out[%i, %c0] : memref<?x3xf64>
    %y = memref.load %out[%i, %c2] : memref<?x3xf64>
    %e = math.exp %y : f64
    memref.store %e, %out[%i, %c1] : memref<?x3xf64>
  }
  return
}

// A load does not go where a store, here that of a branch, would still change what it reads.
// CHECK-LABEL: func.func @written_between(
// CHECK:         scf.for
// CHECK-NOT:     vector.load {{.*}} vector<{{[24]}}xf64>
// CHECK:         scf.for
// CHECK-NOT:     vector
// CHECK:         return
func.func @written_between(%a: memref<?x2xf64> {llvm.noalias}, %b: memref<?x2xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %b, %c0 : memref<?x2xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i, %c0] : memref<?x2xf64>
    %is = arith.cmpf ogt, %x, %zero : f64
    scf.if %is {
      %e = math.exp %x : f64
      memref.store %e, %a[%i, %c1] : memref<?x2xf64>
    }
    %y = memref.load %a[%i, %c1] : memref<?x2xf64>
    %s = math.sin %y : f64
    memref.store %s, %b[%i, %c0] : memref<?x2xf64>
  }
  return
}

// Rows of a length that is not known, and rows that lie apart: neighbours are in one row.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[A:.*]]: memref<?x?xf64>{{.*}}, %[[B:.*]]: memref<?x2xf64, strided<[?, 1], offset: ?>>
// CHECK:         scf.for
// CHECK-COUNT-4: vector.store {{.*}}, %[[A]][%{{.*}}, %{{.*}}] : memref<?x?xf64>, vector<2xf64>
// CHECK-COUNT-4: vector.store {{.*}}, %[[B]][%{{.*}}, %c0] : memref<?x2xf64, strided<[?, 1], offset: ?>>, vector<2xf64>
// CHECK:         scf.for
func.func @rows(%a: memref<?x?xf64> {llvm.noalias}, %b: memref<?x2xf64, strided<[?, 1], offset: ?>> {llvm.noalias}, %k: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %b, %c0 : memref<?x2xf64, strided<[?, 1], offset: ?>>
  %next = arith.addi %k, %c1 : index
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i, %c0] : memref<?x?xf64>
    %s = math.sin %x : f64
    %e = math.exp %s : f64
    memref.store %s, %a[%i, %k] : memref<?x?xf64>
    memref.store %e, %a[%i, %next] : memref<?x?xf64>
    memref.store %s, %b[%i, %c0] : memref<?x2xf64, strided<[?, 1], offset: ?>>
    memref.store %e, %b[%i, %c1] : memref<?x2xf64, strided<[?, 1], offset: ?>>
  }
  return
}

// Columns that lie apart, and elements that only some lanes write, go one by one.
// CHECK-LABEL: func.func @apart(
// CHECK:         scf.for
// CHECK-NOT:     vector.store
// CHECK:         return
func.func @apart(%a: memref<?x2xf64, strided<[2, ?]>> {llvm.noalias}, %b: memref<?x2xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %zero = arith.constant 0.0 : f64
  %n = memref.dim %b, %c0 : memref<?x2xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %b[%i, %c0] : memref<?x2xf64>
    %s = math.sin %x : f64
    %e = math.exp %s : f64
    memref.store %s, %a[%i, %c0] : memref<?x2xf64, strided<[2, ?]>>
    memref.store %e, %a[%i, %c1] : memref<?x2xf64, strided<[2, ?]>>
    %is = arith.cmpf ogt, %x, %zero : f64
    scf.if %is {
      memref.store %s, %b[%i, %c0] : memref<?x2xf64>
      memref.store %e, %b[%i, %c1] : memref<?x2xf64>
    }
  }
  return
}

// What is written at the end of a long trip is brought to the cache at its begin, where its place is known by then.
// CHECK-LABEL: func.func @long(
// CHECK-SAME:    %[[OUT:.*]]: memref<?x2xf64>{{.*}}, %[[B:.*]]: memref<?x2xf64>
// CHECK-DAG:     %[[FLAT:.*]] = memref.collapse_shape %[[OUT]]
// CHECK-DAG:     memref.collapse_shape %[[B]]
// CHECK:         scf.for
// CHECK-COUNT-4: memref.prefetch %[[FLAT]][%{{.*}}], write, locality<3>, data : memref<?xf64>
// CHECK-NOT:     prefetch
// CHECK:         vector.load
// CHECK-COUNT-4: vector.store {{.*}} vector<2xf64>
// CHECK-COUNT-4: vector.store {{.*}} vector<2xf64>
// CHECK:         scf.for
func.func @long(%out: memref<?x2xf64> {llvm.noalias}, %b: memref<?x2xf64> {llvm.noalias}, %a: memref<?xf64> {llvm.noalias}, %which: memref<?xindex> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c40 = arith.constant 40 : index
  %n = memref.dim %a, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf64>
    %y = scf.for %j = %c0 to %c40 step %c1 iter_args(%v = %x) -> f64 {
      %s = arith.mulf %v, %v : f64
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    }
    %z = scf.for %j = %c0 to %c40 step %c1 iter_args(%v = %y) -> f64 {
      %s = arith.mulf %v, %x : f64
      %t = arith.addf %s, %v : f64
      scf.yield %t : f64
    }
    memref.store %y, %out[%i, %c0] : memref<?x2xf64>
    memref.store %z, %out[%i, %c1] : memref<?x2xf64>
    %k = memref.load %which[%i] : memref<?xindex>
    %column = arith.remui %k, %c1 : index
    %next = arith.addi %column, %c1 : index
    memref.store %y, %b[%i, %column] : memref<?x2xf64>
    memref.store %z, %b[%i, %next] : memref<?x2xf64>
  }
  return
}

// A row of a cache line is two vectors of each lane, and is brought there once.
// CHECK-LABEL: func.func @long_rows(
// CHECK:         scf.for
// CHECK-COUNT-4: memref.prefetch
// CHECK-NOT:     prefetch
// CHECK-COUNT-8: vector.store {{.*}} vector<4xf64>
func.func @long_rows(%out: memref<?x8xf64> {llvm.noalias}, %a: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %c4 = arith.constant 4 : index
  %c5 = arith.constant 5 : index
  %c6 = arith.constant 6 : index
  %c7 = arith.constant 7 : index
  %c40 = arith.constant 40 : index
  %n = memref.dim %a, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf64>
    %y = scf.for %j = %c0 to %c40 step %c1 iter_args(%v = %x) -> f64 {
      %s = arith.mulf %v, %v : f64
      %t = arith.addf %s, %x : f64
      scf.yield %t : f64
    }
    %z = scf.for %j = %c0 to %c40 step %c1 iter_args(%v = %y) -> f64 {
      %s = arith.mulf %v, %x : f64
      %t = arith.addf %s, %v : f64
      scf.yield %t : f64
    }
    %w = scf.for %j = %c0 to %c40 step %c1 iter_args(%v = %z) -> f64 {
      %s = arith.mulf %v, %y : f64
      %t = arith.addf %s, %v : f64
      scf.yield %t : f64
    }
    memref.store %y, %out[%i, %c0] : memref<?x8xf64>
    memref.store %z, %out[%i, %c1] : memref<?x8xf64>
    memref.store %y, %out[%i, %c2] : memref<?x8xf64>
    memref.store %z, %out[%i, %c3] : memref<?x8xf64>
    memref.store %y, %out[%i, %c4] : memref<?x8xf64>
    memref.store %z, %out[%i, %c5] : memref<?x8xf64>
    memref.store %y, %out[%i, %c6] : memref<?x8xf64>
    memref.store %w, %out[%i, %c7] : memref<?x8xf64>
  }
  return
}
