// RUN: lagrad-opt %s --allow-unregistered-dialect --lagrad-remove-copies --canonicalize | FileCheck %s

#id = affine_map<(i) -> (i)>
#row = strided<[1], offset: ?>

// The function reads the row, and writes the other one, and so does what it calls.
// CHECK-LABEL: func.func @rows(
// CHECK:         scf.for
// CHECK:           %[[FROM:.*]] = memref.subview %{{.*}}[%{{.*}}, 0]
// CHECK:           %[[TO:.*]] = memref.subview %{{.*}}[%{{.*}}, 0]
// CHECK-NOT:       memref.copy
// CHECK:           func.call @kept(%[[FROM]], %[[TO]]) : (memref<4xf64, strided<[1], offset: ?>>, memref<4xf64, strided<[1], offset: ?>>) -> ()
func.func @rows(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?x4xf64>
  %b = memref.alloc(%n) : memref<?x4xf64>
  scf.for %i = %c0 to %n step %c1 {
    %from = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<?x4xf64> to memref<4xf64, #row>
    %x = memref.alloc() : memref<4xf64>
    memref.copy %from, %x : memref<4xf64, #row> to memref<4xf64>
    %r = func.call @kept(%x) : (memref<4xf64>) -> memref<4xf64>
    %to = memref.subview %b[%i, 0] [1, 4] [1, 1] : memref<?x4xf64> to memref<4xf64, #row>
    memref.copy %r, %to : memref<4xf64> to memref<4xf64, #row>
  }
  return
}
// CHECK-LABEL: func.func private @kept(
// CHECK-SAME:    %[[X:[^:]*]]: memref<4xf64, strided<[1], offset: ?>>, %[[R:[^:]*]]: memref<4xf64, strided<[1], offset: ?>> {lagrad.restrict})
// CHECK-NOT:     memref.alloc
// CHECK:         linalg.generic {{.*}} ins(%[[X]] : {{.*}}) outs(%[[R]]
// CHECK:         call @inner(%[[X]])
// CHECK-NEXT:    return
func.func private @kept(%x: memref<4xf64>) -> memref<4xf64> attributes {no_inline} {
  %r = memref.alloc() : memref<4xf64>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%x : memref<4xf64>) outs(%r : memref<4xf64>) {
  ^bb0(%in: f64, %out: f64):
    %e = math.exp %in : f64
    linalg.yield %e : f64
  }
  func.call @inner(%x) : (memref<4xf64>) -> ()
  return %r : memref<4xf64>
}
// CHECK-LABEL: func.func private @inner(
// CHECK-SAME:    memref<4xf64, strided<[1], offset: ?>>)
func.func private @inner(%x: memref<4xf64>) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %e = memref.load %x[%c0] : memref<4xf64>
  "test.use"(%e) : (f64) -> ()
  return
}

// Copied all the same: what the function writes to, or gives to who knows whom; a row that is changed before the call, or by it;
// a column.
// CHECK-LABEL: func.func @copied(
// CHECK-COUNT-5: memref.copy
// CHECK:         return
func.func @copied(%n: index, %v: f64) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?x4xf64>
  %row = memref.subview %a[%n, 0] [1, 4] [1, 1] : memref<?x4xf64> to memref<4xf64, #row>
  %written = memref.alloc() : memref<4xf64>
  memref.copy %row, %written : memref<4xf64, #row> to memref<4xf64>
  func.call @writes(%written) : (memref<4xf64>) -> ()
  %unknown = memref.alloc() : memref<4xf64>
  memref.copy %row, %unknown : memref<4xf64, #row> to memref<4xf64>
  func.call @uses(%unknown) : (memref<4xf64>) -> ()
  %before = memref.alloc() : memref<4xf64>
  memref.copy %row, %before : memref<4xf64, #row> to memref<4xf64>
  memref.store %v, %a[%n, %c0] : memref<?x4xf64>
  func.call @reads(%before) : (memref<4xf64>) -> ()
  %other = memref.subview %a[0, 0] [1, 4] [1, 1] : memref<?x4xf64> to memref<4xf64, strided<[1]>>
  %during = memref.alloc() : memref<4xf64>
  memref.copy %row, %during : memref<4xf64, #row> to memref<4xf64>
  func.call @reads_and_writes(%during, %other) : (memref<4xf64>, memref<4xf64, strided<[1]>>) -> ()
  %column = memref.subview %a[0, 1] [4, 1] [1, 1] : memref<?x4xf64> to memref<4xf64, strided<[4], offset: 1>>
  %dense = memref.alloc() : memref<4xf64>
  memref.copy %column, %dense : memref<4xf64, strided<[4], offset: 1>> to memref<4xf64>
  func.call @reads(%dense) : (memref<4xf64>) -> ()
  return
}
func.func private @writes(%x: memref<4xf64>) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %zero = arith.constant 0.0 : f64
  memref.store %zero, %x[%c0] : memref<4xf64>
  return
}
func.func private @uses(%x: memref<4xf64>) attributes {no_inline} {
  "test.use"(%x) : (memref<4xf64>) -> ()
  return
}
func.func private @reads(%x: memref<4xf64>) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %e = memref.load %x[%c0] : memref<4xf64>
  "test.use"(%e) : (f64) -> ()
  return
}
func.func private @reads_and_writes(%x: memref<4xf64>, %y: memref<4xf64, strided<[1]>>) attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %e = memref.load %x[%c0] : memref<4xf64>
  memref.store %e, %y[%c1] : memref<4xf64, strided<[1]>>
  %f = memref.load %x[%c1] : memref<4xf64>
  "test.use"(%f) : (f64) -> ()
  return
}

// Returned all the same: what one caller needs a buffer for, what is in use elsewhere, and a place that is read until the copy, by the call
// or after it.
// CHECK-LABEL: func.func @returned(
// CHECK:         call @once(%{{.*}}) : (f64) -> memref<4xf64>
// CHECK:         call @once(%{{.*}}) : (f64) -> memref<4xf64>
// CHECK:         call @twice(%{{.*}}) : (f64) -> memref<4xf64>
// CHECK:         call @late(%{{.*}}) : (f64) -> memref<4xf64>
// CHECK:         call @from(%{{.*}}) : (memref<?x4xf64>) -> memref<4xf64>
func.func @returned(%n: index, %v: f64) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?x4xf64>
  %row = memref.subview %a[%n, 0] [1, 4] [1, 1] : memref<?x4xf64> to memref<4xf64, #row>
  %once = func.call @once(%v) : (f64) -> memref<4xf64>
  memref.copy %once, %row : memref<4xf64> to memref<4xf64, #row>
  %again = func.call @once(%v) : (f64) -> memref<4xf64>
  %twice = func.call @twice(%v) : (f64) -> memref<4xf64>
  memref.copy %twice, %row : memref<4xf64> to memref<4xf64, #row>
  "test.use"(%again, %twice) : (memref<4xf64>, memref<4xf64>) -> ()
  %late = func.call @late(%v) : (f64) -> memref<4xf64>
  %e = memref.load %row[%c0] : memref<4xf64, #row>
  memref.copy %late, %row : memref<4xf64> to memref<4xf64, #row>
  %from = func.call @from(%a) : (memref<?x4xf64>) -> memref<4xf64>
  memref.copy %from, %row : memref<4xf64> to memref<4xf64, #row>
  "test.use"(%e) : (f64) -> ()
  return
}
func.func private @once(%v: f64) -> memref<4xf64> attributes {no_inline} {
  %r = memref.alloc() : memref<4xf64>
  linalg.fill ins(%v : f64) outs(%r : memref<4xf64>)
  return %r : memref<4xf64>
}
func.func private @twice(%v: f64) -> memref<4xf64> attributes {no_inline} {
  %r = memref.alloc() : memref<4xf64>
  linalg.fill ins(%v : f64) outs(%r : memref<4xf64>)
  return %r : memref<4xf64>
}
func.func private @late(%v: f64) -> memref<4xf64> attributes {no_inline} {
  %r = memref.alloc() : memref<4xf64>
  linalg.fill ins(%v : f64) outs(%r : memref<4xf64>)
  return %r : memref<4xf64>
}
func.func private @from(%a: memref<?x4xf64>) -> memref<4xf64> attributes {no_inline} {
  %c0 = arith.constant 0 : index
  %v = memref.load %a[%c0, %c0] : memref<?x4xf64>
  %r = memref.alloc() : memref<4xf64>
  linalg.fill ins(%v : f64) outs(%r : memref<4xf64>)
  return %r : memref<4xf64>
}
