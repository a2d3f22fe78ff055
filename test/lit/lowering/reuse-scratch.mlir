// RUN: lagrad-opt %s --allow-unregistered-dialect --lagrad-reuse-scratch --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @scratch(
// CHECK-DAG:     %[[CELL:.*]] = memref.alloca() : memref<memref<?xi8>>
// CHECK-DAG:     %[[NOTHING:.*]] = memref.alloc({{.*}}) : memref<{{.*}}xi8>
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           %[[PRODUCT:.*]] = arith.muli %[[I]],
// CHECK:           %[[BYTES:.*]] = arith.select %{{.*}}, %[[PRODUCT]],
// CHECK:           %[[BEFORE:.*]] = memref.load %[[CELL]][]
// CHECK:           %[[THERE:.*]] = memref.dim %[[BEFORE]]
// CHECK:           %[[SMALL:.*]] = arith.cmpi ugt, %[[BYTES]], %[[THERE]]
// CHECK:           scf.if %[[SMALL]] {
// CHECK:             memref.dealloc %[[BEFORE]]
// CHECK:             %[[LARGER:.*]] = memref.alloc
// CHECK:             memref.store %[[LARGER]], %[[CELL]][]
// CHECK:           }
// CHECK:           %[[KEPT:.*]] = memref.load %[[CELL]][]
// CHECK:           memref.view %[[KEPT]][{{.*}}][%[[I]]] : memref<?xi8> to memref<3x?xf64>
// CHECK-NOT:       memref.dealloc
// CHECK:         }
// CHECK:         %[[LAST:.*]] = memref.load %[[CELL]][]
// CHECK:         memref.dealloc %[[LAST]]
func.func @scratch(%n: index, %out: memref<f64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc(%i) : memref<3x?xf64>
    "test.use"(%a) : (memref<3x?xf64>) -> ()
    memref.dealloc %a : memref<3x?xf64>
  }
  return
}

// What is not freed in the trip lives on; what is outside of loops is allocated once; parallel trips need memory each.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     memref<memref
// CHECK:         return
func.func @others(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %b = memref.alloc(%n) : memref<?xf64>
  memref.dealloc %b : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc(%i) : memref<?xf64>
    "test.keep"(%a) : (memref<?xf64>) -> ()
  }
  scf.parallel (%i) = (%c0) to (%n) step (%c1) {
    %a = memref.alloc(%i) : memref<?xf64>
    "test.use"(%a) : (memref<?xf64>) -> ()
    memref.dealloc %a : memref<?xf64>
  }
  return
}

// Truth values are bytes in memory.
// CHECK-LABEL: func.func @truth(
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           memref.view %{{.*}}[{{.*}}][%[[I]]] : memref<?xi8> to memref<?xi1>
func.func @truth(%n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc(%i) : memref<?xi1>
    "test.use"(%a) : (memref<?xi1>) -> ()
    memref.dealloc %a : memref<?xi1>
  }
  return
}

// What is small and of known size is on the stack, in a loop or not; what is large is kept; what is freed elsewhere, or only
// sometimes, may live on.
// CHECK-LABEL: func.func @known_sizes(
// CHECK-DAG:     %[[SMALL:.*]] = memref.alloca() : memref<128xf64>
// CHECK-DAG:     %[[TABLE:.*]] = memref.alloca() : memref<3xindex>
// CHECK-DAG:     memref.alloca() : memref<memref<?xi8>>
// CHECK:         scf.for
// CHECK:           memref.view %{{.*}} : memref<?xi8> to memref<129xf64>
// CHECK:           %[[KEPT:.*]] = memref.alloc() : memref<2xf64>
// CHECK:           "test.use"(%[[SMALL]], %{{.*}}, %[[KEPT]])
// CHECK:           scf.if
// CHECK-NEXT:        memref.dealloc %[[KEPT]]
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
  %t = memref.alloc() : memref<3xindex>
  "test.use"(%t) : (memref<3xindex>) -> ()
  memref.dealloc %t : memref<3xindex>
  return
}
