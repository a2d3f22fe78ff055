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

// So does a small buffer; not what an iteration passes on, what the function returns, and what is larger.
// CHECK-LABEL: func.func @small(
// CHECK-DAG:     %[[A:.*]] = memref.alloca() : memref<128xf64>
// CHECK-DAG:     memref.alloca() : memref<16xf64>
// CHECK-NOT:     memref.alloca
// CHECK:         memref.alloc() : memref<4xf64>
// CHECK:         scf.for
// CHECK:           memref.store %{{.*}}, %[[A]]
// CHECK:           memref.alloc() : memref<8xf64>
// CHECK:           memref.alloc() : memref<129xf64>
// CHECK:           scf.parallel
// CHECK-NOT:         memref.alloc
// CHECK:         return
func.func @small(%n: index, %x: f64, %first: memref<8xf64>) -> memref<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %r = memref.alloc() : memref<4xf64>
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%old = %first) -> (memref<8xf64>) {
    %a = memref.alloc() : memref<128xf64>
    memref.store %x, %a[%i] : memref<128xf64>
    %next = memref.alloc() : memref<8xf64>
    memref.copy %old, %next : memref<8xf64> to memref<8xf64>
    %large = memref.alloc() : memref<129xf64>
    memref.store %x, %large[%i] : memref<129xf64>
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      %b = memref.alloc() : memref<16xf64>
      memref.store %x, %b[%j] : memref<16xf64>
    }
    scf.yield %next : memref<8xf64>
  }
  %y = memref.load %last[%c0] : memref<8xf64>
  memref.store %y, %r[%c0] : memref<4xf64>
  return %r : memref<4xf64>
}
