// RUN: lagrad-opt %s --lagrad-remove-copies | FileCheck %s
!row = memref<4xf64, strided<[1], offset: ?>>

// Each row of the tape is read by one iteration, which may work on it; so may a view of what was the copy.
// CHECK-LABEL: func.func @dead_rows(
// CHECK:         scf.for
// CHECK:         scf.for
// CHECK:           %[[ROW:.*]] = memref.subview %{{.*}}[%{{.*}}, 0] [1, 4] [1, 1]
// CHECK-NOT:       memref.copy
// CHECK:           %[[PART:.*]] = memref.subview %[[ROW]][1] [2] [1] : memref<4xf64, strided<[1], offset: ?>> to memref<2xf64, strided<[1], offset: ?>>
// CHECK:           linalg.fill {{.*}} outs(%[[PART]] : memref<2xf64, strided<[1], offset: ?>>)
// CHECK:           memref.load %[[ROW]]
func.func @dead_rows(%x: memref<4xf64>, %n: index, %v: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tape = memref.alloc(%n) : memref<?x4xf64>
  scf.for %i = %c0 to %n step %c1 {
    %row = memref.subview %tape[%i, 0] [1, 4] [1, 1] : memref<?x4xf64> to !row
    memref.copy %x, %row : memref<4xf64> to !row
  }
  %last = arith.subi %n, %c1 : index
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %v) -> f64 {
    %j = arith.subi %last, %i : index
    %row = memref.subview %tape[%j, 0] [1, 4] [1, 1] : memref<?x4xf64> to !row
    %work = memref.alloc() : memref<4xf64>
    memref.copy %row, %work : !row to memref<4xf64>
    %part = memref.subview %work[1] [2] [1] : memref<4xf64> to memref<2xf64, strided<[1], offset: 1>>
    linalg.fill ins(%s : f64) outs(%part : memref<2xf64, strided<[1], offset: 1>>)
    %e = memref.load %work[%c1] : memref<4xf64>
    scf.yield %e : f64
  }
  memref.dealloc %tape : memref<?x4xf64>
  return %r : f64
}

// The row is read once more in the iteration.
// CHECK-LABEL: func.func @read_again(
// CHECK:         scf.for
// CHECK:           memref.copy
func.func @read_again(%n: index, %v: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tape = memref.alloc(%n) : memref<?x4xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %v) -> f64 {
    %row = memref.subview %tape[%i, 0] [1, 4] [1, 1] : memref<?x4xf64> to !row
    %work = memref.alloc() : memref<4xf64>
    memref.copy %row, %work : !row to memref<4xf64>
    memref.store %s, %work[%c1] : memref<4xf64>
    %e = memref.load %row[%c1] : !row
    scf.yield %e : f64
  }
  memref.dealloc %tape : memref<?x4xf64>
  return %r : f64
}

// The next iteration reads the row that this one works on.
// CHECK-LABEL: func.func @read_by_the_next(
// CHECK:         scf.for
// CHECK:           memref.copy
func.func @read_by_the_next(%n: index, %v: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tape = memref.alloc(%n) : memref<?x4xf64>
  %before = memref.subview %tape[0, 0] [%n, 4] [1, 1] : memref<?x4xf64> to memref<?x4xf64, strided<[4, 1]>>
  %after = memref.subview %tape[1, 0] [%n, 4] [1, 1] : memref<?x4xf64> to memref<?x4xf64, strided<[4, 1], offset: 4>>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %v) -> f64 {
    %next = memref.subview %after[%i, 0] [1, 4] [1, 1] : memref<?x4xf64, strided<[4, 1], offset: 4>> to !row
    %e = memref.load %next[%c1] : !row
    %row = memref.subview %before[%i, 0] [1, 4] [1, 1] : memref<?x4xf64, strided<[4, 1]>> to !row
    %work = memref.alloc() : memref<4xf64>
    memref.copy %row, %work : !row to memref<4xf64>
    memref.store %e, %work[%c1] : memref<4xf64>
    %f = memref.load %work[%c0] : memref<4xf64>
    scf.yield %f : f64
  }
  memref.dealloc %tape : memref<?x4xf64>
  return %r : f64
}

// Another loop reads the tape afterwards, and all iterations the same row.
// CHECK-LABEL: func.func @read_later(
// CHECK:         scf.for
// CHECK:           memref.copy
// CHECK:         scf.for
// CHECK:           memref.copy
func.func @read_later(%n: index, %k: index, %v: f64) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %tape = memref.alloc(%n) : memref<?x4xf64>
  %r = scf.for %i = %c0 to %n step %c1 iter_args(%s = %v) -> f64 {
    %row = memref.subview %tape[%i, 0] [1, 4] [1, 1] : memref<?x4xf64> to !row
    %work = memref.alloc() : memref<4xf64>
    memref.copy %row, %work : !row to memref<4xf64>
    memref.store %s, %work[%c1] : memref<4xf64>
    %e = memref.load %work[%c0] : memref<4xf64>
    scf.yield %e : f64
  }
  %q = scf.for %i = %c0 to %n step %c1 iter_args(%s = %v) -> f64 {
    %row = memref.subview %tape[%k, 0] [1, 4] [1, 1] : memref<?x4xf64> to !row
    %work = memref.alloc() : memref<4xf64>
    memref.copy %row, %work : !row to memref<4xf64>
    memref.store %s, %work[%c1] : memref<4xf64>
    %e = memref.load %work[%c0] : memref<4xf64>
    scf.yield %e : f64
  }
  memref.dealloc %tape : memref<?x4xf64>
  return %r, %q : f64, f64
}
