// RUN: lagrad-opt %s --lagrad-join-layouts --canonicalize | FileCheck %s

// Numbers of both are neighbours along the last dimension.
// CHECK-LABEL: func.func @rows(
// CHECK-SAME:    %[[P:.*]]: i1, %[[A:.*]]: memref<?x?xf64>, %[[B:.*]]: memref<?x?xf64, strided<[?, 1], offset: ?>>
// CHECK:         %[[CAST:.*]] = memref.cast %[[A]] : memref<?x?xf64> to memref<?x?xf64, strided<[?, 1], offset: ?>>
// CHECK:         %[[R:.*]] = arith.select %[[P]], %[[CAST]], %[[B]] : memref<?x?xf64, strided<[?, 1], offset: ?>>
// CHECK:         linalg.fill {{.*}} outs(%[[R]] : memref<?x?xf64, strided<[?, 1], offset: ?>>)
func.func @rows(%p: i1, %a: memref<?x?xf64>, %b: memref<?x?xf64, strided<[?, 1], offset: ?>>, %zero: f64) {
  %a1 = memref.cast %a : memref<?x?xf64> to memref<?x?xf64, strided<[?, ?], offset: ?>>
  %b1 = memref.cast %b : memref<?x?xf64, strided<[?, 1], offset: ?>> to memref<?x?xf64, strided<[?, ?], offset: ?>>
  %r = arith.select %p, %a1, %b1 : memref<?x?xf64, strided<[?, ?], offset: ?>>
  linalg.fill ins(%zero : f64) outs(%r : memref<?x?xf64, strided<[?, ?], offset: ?>>)
  return
}

// The same offset is known too; one of two that is no cast counts as it is.
// CHECK-LABEL: func.func @parts(
// CHECK:         arith.select {{.*}} : memref<4x?xf64, strided<[8, ?], offset: 3>>
// CHECK:         arith.select {{.*}} : memref<?xf64, strided<[?]>>
func.func @parts(%p: i1, %a: memref<4x?xf64, strided<[8, 1], offset: 3>>, %b: memref<4x?xf64, strided<[8, 2], offset: 3>>,
                 %c: memref<?xf64>, %d: memref<?xf64, strided<[?]>>, %zero: f64) {
  %a1 = memref.cast %a : memref<4x?xf64, strided<[8, 1], offset: 3>> to memref<4x?xf64, strided<[?, ?], offset: ?>>
  %b1 = memref.cast %b : memref<4x?xf64, strided<[8, 2], offset: 3>> to memref<4x?xf64, strided<[?, ?], offset: ?>>
  %r = arith.select %p, %a1, %b1 : memref<4x?xf64, strided<[?, ?], offset: ?>>
  linalg.fill ins(%zero : f64) outs(%r : memref<4x?xf64, strided<[?, ?], offset: ?>>)
  %c1 = memref.cast %c : memref<?xf64> to memref<?xf64, strided<[?]>>
  %s = arith.select %p, %c1, %d : memref<?xf64, strided<[?]>>
  linalg.fill ins(%zero : f64) outs(%s : memref<?xf64, strided<[?]>>)
  return
}

// As it was: other shapes, and no casts.
// CHECK-LABEL: func.func @stays(
// CHECK:         arith.select {{.*}} : memref<?xf64>
// CHECK:         arith.select {{.*}} : memref<?xf64>
func.func @stays(%p: i1, %q: i1, %a: memref<4xf64>, %b: memref<?xf64>, %zero: f64) {
  %a1 = memref.cast %a : memref<4xf64> to memref<?xf64>
  %r = arith.select %p, %a1, %b : memref<?xf64>
  %s = arith.select %q, %b, %r : memref<?xf64>
  linalg.fill ins(%zero : f64) outs(%s : memref<?xf64>)
  return
}
