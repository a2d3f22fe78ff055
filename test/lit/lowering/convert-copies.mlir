// RUN: lagrad-opt %s --lagrad-convert-copies | FileCheck %s

// A strided copy becomes a loop, a contiguous one stays what becomes a memcpy.
// CHECK-LABEL: func.func @f(
// CHECK:         linalg.copy
// CHECK:         memref.copy
// CHECK-NOT:     copy
func.func @f(%a: memref<4x4xf64>, %b: memref<4xf64>, %c: memref<4xf64>) {
  %column = memref.subview %a[0, 1] [4, 1] [1, 1] : memref<4x4xf64> to memref<4xf64, strided<[4], offset: 1>>
  memref.copy %column, %b : memref<4xf64, strided<[4], offset: 1>> to memref<4xf64>
  memref.copy %b, %c : memref<4xf64> to memref<4xf64>
  return
}
