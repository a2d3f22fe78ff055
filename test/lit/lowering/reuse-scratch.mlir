// RUN: lagrad-opt %s --allow-unregistered-dialect --lagrad-reuse-scratch --canonicalize | FileCheck %s

// CHECK-LABEL: func.func @scratch(
// CHECK-DAG:     %[[CELL:.*]] = memref.alloca() : memref<memref<?xi8>>
// CHECK-DAG:     %[[NOTHING:.*]] = memref.alloc({{.*}}) : memref<{{.*}}xi8>
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           %[[BYTES:.*]] = arith.muli %[[I]],
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
