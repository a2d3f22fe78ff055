// RUN: lagrad-opt %s --lagrad-normalize-program --split-input-file --verify-diagnostics | FileCheck %s

// Upstream's deallocation frees all memory, so a program frees none.
// CHECK-LABEL: func.func @scratch(
// CHECK:         memref.alloc
// CHECK-NOT:     memref.dealloc
func.func @scratch(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %m = memref.alloc() : memref<2xf64>
  memref.store %x, %m[%c0] : memref<2xf64>
  %y = memref.load %m[%c0] : memref<2xf64>
  memref.dealloc %m : memref<2xf64>
  return %y : f64
}

// -----

func.func @foreign(%m: memref<2xf64>) {
  // expected-error @below {{cannot lower 'memref.dealloc' of memory that this function may not own}}
  memref.dealloc %m : memref<2xf64>
  return
}
// expected-note @unknown {{free the memory where it is allocated, or leave the operation out}}
