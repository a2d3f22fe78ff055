// RUN: lagrad-opt %s --allow-unregistered-dialect --lagrad-place-buffers=stack=0 | FileCheck %s

// What is small and of known size is on the stack, in a loop or not; what is large is not; what is freed elsewhere, or
// only sometimes, may live on.
// CHECK-LABEL: func.func @known_sizes(
// CHECK:         %[[TABLE:.*]] = memref.alloca() : memref<5xindex>
// CHECK:         %[[SMALL:.*]] = memref.alloca() : memref<128xf64>
// CHECK:         scf.for
// CHECK:           memref.alloc() : memref<129xf64>
// CHECK:           %[[KEPT:.*]] = memref.alloc() : memref<2xf64>
// CHECK:           "test.use"(%[[SMALL]], %{{.*}}, %[[KEPT]])
// CHECK:         "test.use"(%[[TABLE]])
// CHECK-NOT:     memref.dealloc %[[TABLE]]
// CHECK:         return
func.func @known_sizes(%n: index, %is: i1) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<128xf64>
    %b = memref.alloc() : memref<129xf64>
    %c = memref.alloc() : memref<2xf64>
    "test.use"(%a, %b, %c) : (memref<128xf64>, memref<129xf64>, memref<2xf64>) -> ()
    memref.dealloc %a : memref<128xf64>
    memref.dealloc %b : memref<129xf64>
    scf.if %is {
      memref.dealloc %c : memref<2xf64>
    }
  }
  %t = memref.alloc() : memref<5xindex>
  "test.use"(%t) : (memref<5xindex>) -> ()
  memref.dealloc %t : memref<5xindex>
  return
}

// Iterations that run at once need memory each.
// CHECK-LABEL: func.func @at_once(
// CHECK:         scf.parallel
// CHECK:           memref.alloc() : memref<8xf64>
func.func @at_once(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %a = memref.alloc() : memref<8xf64>
    "test.use"(%a) : (memref<8xf64>) -> ()
    memref.dealloc %a : memref<8xf64>
  }
  return
}
