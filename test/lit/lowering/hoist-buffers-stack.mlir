// RUN: lagrad-opt %s --lagrad-hoist-buffers | FileCheck %s

// One buffer serves all trips.
// CHECK-LABEL: func.func @f(
// CHECK-NEXT:    memref.alloca() : memref<4xf64>
// CHECK:         scf.for
// CHECK-NOT:     memref.alloca
func.func @f(%n: index, %x: f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %m = memref.alloca() : memref<4xf64>
    memref.store %x, %m[%c0] : memref<4xf64>
  }
  return
}
