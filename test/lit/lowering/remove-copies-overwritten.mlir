// RUN: lagrad-opt %s --lagrad-remove-copies | FileCheck %s
!row = memref<4xf64, strided<[1], offset: ?>>

// Each row of the tape is read by one trip, which may work on it; so may a view of what was the copy.
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

// The row is read once more in the trip.
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

// The next trip reads the row that this one works on.
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

// Another loop reads the tape afterwards, and all trips the same row.
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

#id = affine_map<(i) -> (i)>
#reversed = affine_map<(i) -> (3 - i)>

// The state is written over once the work is done, element by element: the work can be done on the state.
// CHECK-LABEL: func.func @written_over(
// CHECK:         %[[STATE:.*]] = memref.alloc
// CHECK-NOT:     memref.copy
// CHECK:         scf.for
// CHECK:           memref.store %{{.*}}, %[[STATE]]
// CHECK:           linalg.generic {{.*}} ins(%[[STATE]] : memref<4xf64>) outs(%[[STATE]] : memref<4xf64>)
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @written_over(%n: index, %v: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %state = memref.alloc() : memref<4xf64>
  linalg.fill ins(%v : f64) outs(%state : memref<4xf64>)
  scf.for %i = %c0 to %n step %c1 {
    %work = memref.alloc() : memref<4xf64>
    memref.copy %state, %work : memref<4xf64> to memref<4xf64>
    memref.store %v, %work[%i] : memref<4xf64>
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%work : memref<4xf64>) outs(%state : memref<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %s = math.sin %in : f64
      linalg.yield %s : f64
    }
  }
  %r = memref.load %state[%c0] : memref<4xf64>
  memref.dealloc %state : memref<4xf64>
  return %r : f64
}

// The elements are read in another order than they are written in; the state is read in between; it is written in some trips only.
// CHECK-LABEL: func.func @not_written_over(
// CHECK-COUNT-3: memref.copy
// CHECK:         return
func.func @not_written_over(%n: index, %v: f64, %c: i1) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %state = memref.alloc() : memref<4xf64>
  linalg.fill ins(%v : f64) outs(%state : memref<4xf64>)
  scf.for %i = %c0 to %n step %c1 {
    %work = memref.alloc() : memref<4xf64>
    memref.copy %state, %work : memref<4xf64> to memref<4xf64>
    memref.store %v, %work[%i] : memref<4xf64>
    linalg.generic {indexing_maps = [#reversed, #id], iterator_types = ["parallel"]} ins(%work : memref<4xf64>) outs(%state : memref<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %s = math.sin %in : f64
      linalg.yield %s : f64
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    %work = memref.alloc() : memref<4xf64>
    memref.copy %state, %work : memref<4xf64> to memref<4xf64>
    memref.store %v, %work[%i] : memref<4xf64>
    %old = memref.load %state[%i] : memref<4xf64>
    linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%work : memref<4xf64>) outs(%state : memref<4xf64>) {
    ^bb0(%in: f64, %out: f64):
      %s = arith.addf %in, %old : f64
      linalg.yield %s : f64
    }
  }
  scf.for %i = %c0 to %n step %c1 {
    %work = memref.alloc() : memref<4xf64>
    memref.copy %state, %work : memref<4xf64> to memref<4xf64>
    memref.store %v, %work[%i] : memref<4xf64>
    scf.if %c {
      linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%work : memref<4xf64>) outs(%state : memref<4xf64>) {
      ^bb0(%in: f64, %out: f64):
        %s = math.sin %in : f64
        linalg.yield %s : f64
      }
    }
  }
  %r = memref.load %state[%c0] : memref<4xf64>
  memref.dealloc %state : memref<4xf64>
  return %r : f64
}

// What nothing uses again goes on as the copy, which a branch may pass on.
// CHECK-LABEL: func.func @goes_on(
// CHECK:         scf.if
// CHECK:           %[[A:.*]] = memref.alloc() : memref<4xf64>
// CHECK-NEXT:      linalg.fill {{.*}} outs(%[[A]]
// CHECK-NEXT:      memref.store %{{.*}}, %[[A]]
// CHECK-NEXT:      scf.yield %[[A]]
func.func @goes_on(%c: i1, %v: f64, %other: memref<4xf64>) -> memref<4xf64> {
  %c0 = arith.constant 0 : index
  %r = scf.if %c -> memref<4xf64> {
    %a = memref.alloc() : memref<4xf64>
    linalg.fill ins(%v : f64) outs(%a : memref<4xf64>)
    %b = memref.alloc() : memref<4xf64>
    memref.copy %a, %b : memref<4xf64> to memref<4xf64>
    memref.store %v, %b[%c0] : memref<4xf64>
    scf.yield %b : memref<4xf64>
  } else {
    scf.yield %other : memref<4xf64>
  }
  return %r : memref<4xf64>
}

// Not where the original is read later, was there before, or is passed on too.
// CHECK-LABEL: func.func @does_not_go_on(
// CHECK-COUNT-3: memref.copy
// CHECK:         return
func.func @does_not_go_on(%c: i1, %v: f64) -> (memref<4xf64>, memref<4xf64>, f64) {
  %c0 = arith.constant 0 : index
  %before = memref.alloc() : memref<4xf64>
  linalg.fill ins(%v : f64) outs(%before : memref<4xf64>)
  %x, %y, %z = scf.if %c -> (memref<4xf64>, memref<4xf64>, f64) {
    %a = memref.alloc() : memref<4xf64>
    linalg.fill ins(%v : f64) outs(%a : memref<4xf64>)
    %b = memref.alloc() : memref<4xf64>
    memref.copy %a, %b : memref<4xf64> to memref<4xf64>
    memref.store %v, %b[%c0] : memref<4xf64>
    %late = memref.load %a[%c0] : memref<4xf64>
    scf.yield %b, %b, %late : memref<4xf64>, memref<4xf64>, f64
  } else {
    %a = memref.alloc() : memref<4xf64>
    linalg.fill ins(%v : f64) outs(%a : memref<4xf64>)
    %b = memref.alloc() : memref<4xf64>
    memref.copy %a, %b : memref<4xf64> to memref<4xf64>
    memref.store %v, %b[%c0] : memref<4xf64>
    %d = memref.alloc() : memref<4xf64>
    memref.copy %before, %d : memref<4xf64> to memref<4xf64>
    memref.store %v, %d[%c0] : memref<4xf64>
    scf.yield %a, %b, %v : memref<4xf64>, memref<4xf64>, f64
  }
  return %x, %y, %z : memref<4xf64>, memref<4xf64>, f64
}

// Only a part of the state is written: the next trip reads the rest as it was.
// CHECK-LABEL: func.func @partly_written_over(
// CHECK:         memref.copy %{{.*}}, %{{.*}} : memref<4xf64> to memref<4xf64>
// CHECK:         return
func.func @partly_written_over(%n: index, %v: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %state = memref.alloc() : memref<4xf64>
  linalg.fill ins(%v : f64) outs(%state : memref<4xf64>)
  scf.for %i = %c0 to %n step %c1 {
    %work = memref.alloc() : memref<4xf64>
    memref.copy %state, %work : memref<4xf64> to memref<4xf64>
    memref.store %v, %work[%c1] : memref<4xf64>
    %made = memref.subview %work[0] [2] [1] : memref<4xf64> to memref<2xf64, strided<[1]>>
    %place = memref.subview %state[0] [2] [2] : memref<4xf64> to memref<2xf64, strided<[2]>>
    memref.copy %made, %place : memref<2xf64, strided<[1]>> to memref<2xf64, strided<[2]>>
  }
  %r = memref.load %state[%c0] : memref<4xf64>
  memref.dealloc %state : memref<4xf64>
  return %r : f64
}
