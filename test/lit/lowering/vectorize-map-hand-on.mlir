// RUN: lagrad-opt %s --lagrad-vectorize-map | FileCheck %s
// RUN: lagrad-opt %s --lagrad-vectorize-map --remarks 2>&1 | FileCheck %s --check-prefix=SAID
// SAID: vectorize-map-hand-on.mlir:26:3: remark: runs the iterations of this loop one by one: it hands on what the next one adds to

// What iteration i adds to a[i + 1] is on the stack when the next one adds to it; the first element is read before, and
// the last one written after.
// CHECK-LABEL: func.func @chain(
// CHECK:         %[[SUM:.*]] = memref.alloca() : memref<f64>
// CHECK:         %[[FIRST:.*]] = memref.load %[[A:.*]][
// CHECK-NEXT:    memref.store %[[FIRST]], %[[SUM]][]
// CHECK:         scf.for %[[I:.*]] =
// CHECK:           %[[NEXT:.*]] = memref.load %[[A]][%[[J:.*]]]
// CHECK:           %[[AHEAD:.*]] = arith.addf %[[NEXT]],
// CHECK-NEXT:      %[[OWN:.*]] = memref.load %[[SUM]][]
// CHECK:           %[[BEHIND:.*]] = arith.subf %[[OWN]],
// CHECK-NEXT:      memref.store %[[BEHIND]], %[[A]][%[[I]]]
// CHECK-NEXT:      memref.store %[[AHEAD]], %[[SUM]][]
// CHECK-NEXT:    }
// CHECK:         %[[LAST:.*]] = memref.load %[[SUM]][]
// CHECK:         memref.store %[[LAST]], %[[A]][
func.func @chain(%x: memref<9xf64>) -> memref<10xf64> {
  %a = memref.alloc() : memref<10xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    %v = memref.load %x[%i] : memref<9xf64>
    %j = arith.addi %i, %c1 : index
    %0 = memref.load %a[%j] : memref<10xf64>
    %1 = arith.addf %0, %v : f64
    memref.store %1, %a[%j] : memref<10xf64>
    %2 = memref.load %a[%i] : memref<10xf64>
    %3 = arith.subf %2, %v : f64
    memref.store %3, %a[%i] : memref<10xf64>
  }
  return %a : memref<10xf64>
}

// Both components of a point of the plane, in a short loop.
// CHECK-LABEL: func.func @plane(
// CHECK:         memref.alloca() : memref<2xf64>
// CHECK:         scf.for
// CHECK:         scf.for
// CHECK:           scf.for %[[J:.*]] =
// CHECK:             memref.load %alloca[%[[J]]]
// CHECK:             memref.store %{{.*}}, %alloca[%[[J]]]
func.func @plane(%x: memref<9xf64>) -> memref<10x2xf64> {
  %a = memref.alloc() : memref<10x2xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    %v = memref.load %x[%i] : memref<9xf64>
    %next = arith.addi %i, %c1 : index
    scf.for %j = %c0 to %c2 step %c1 {
      %0 = memref.load %a[%next, %j] : memref<10x2xf64>
      %1 = arith.addf %0, %v : f64
      memref.store %1, %a[%next, %j] : memref<10x2xf64>
      %2 = memref.load %a[%i, %j] : memref<10x2xf64>
      %3 = arith.subf %2, %v : f64
      memref.store %3, %a[%i, %j] : memref<10x2xf64>
    }
  }
  return %a : memref<10x2xf64>
}

// Left alone: two elements apart, a buffer that is read besides, a loop that runs nobody knows how often, a branch, a
// long loop inside, and a buffer that another one may be a part of.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     alloca
// CHECK:         return
func.func @others(%x: memref<9xf64>, %n: index, %yes: i1) -> (memref<12xf64>, memref<10x10xf64>) {
  %a = memref.alloc() : memref<12xf64>
  %b = memref.alloc() : memref<10x10xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    %v = memref.load %x[%i] : memref<9xf64>
    %j = arith.addi %i, %c2 : index
    %0 = memref.load %a[%j] : memref<12xf64>
    %1 = arith.addf %0, %v : f64
    memref.store %1, %a[%j] : memref<12xf64>
    %2 = memref.load %a[%i] : memref<12xf64>
    %3 = arith.subf %2, %v : f64
    memref.store %3, %a[%i] : memref<12xf64>
  }
  scf.for %i = %c0 to %c9 step %c1 {
    %v = memref.load %a[%c0] : memref<12xf64>
    %j = arith.addi %i, %c1 : index
    %0 = memref.load %a[%j] : memref<12xf64>
    %1 = arith.addf %0, %v : f64
    memref.store %1, %a[%j] : memref<12xf64>
    %2 = memref.load %a[%i] : memref<12xf64>
    %3 = arith.subf %2, %v : f64
    memref.store %3, %a[%i] : memref<12xf64>
  }
  scf.for %i = %c0 to %n step %c1 {
    %v = memref.load %x[%i] : memref<9xf64>
    %j = arith.addi %i, %c1 : index
    %0 = memref.load %a[%j] : memref<12xf64>
    %1 = arith.addf %0, %v : f64
    memref.store %1, %a[%j] : memref<12xf64>
    %2 = memref.load %a[%i] : memref<12xf64>
    %3 = arith.subf %2, %v : f64
    memref.store %3, %a[%i] : memref<12xf64>
  }
  scf.for %i = %c0 to %c9 step %c1 {
    scf.if %yes {
      %v = memref.load %x[%i] : memref<9xf64>
      %j = arith.addi %i, %c1 : index
      %0 = memref.load %a[%j] : memref<12xf64>
      %1 = arith.addf %0, %v : f64
      memref.store %1, %a[%j] : memref<12xf64>
      %2 = memref.load %a[%i] : memref<12xf64>
      %3 = arith.subf %2, %v : f64
      memref.store %3, %a[%i] : memref<12xf64>
    }
  }
  scf.for %i = %c0 to %c9 step %c1 {
    %v = memref.load %x[%i] : memref<9xf64>
    %next = arith.addi %i, %c1 : index
    scf.for %j = %c0 to %c9 step %c1 {
      %0 = memref.load %b[%next, %j] : memref<10x10xf64>
      %1 = arith.addf %0, %v : f64
      memref.store %1, %b[%next, %j] : memref<10x10xf64>
      %2 = memref.load %b[%i, %j] : memref<10x10xf64>
      %3 = arith.subf %2, %v : f64
      memref.store %3, %b[%i, %j] : memref<10x10xf64>
    }
  }
  %part = memref.subview %a[1] [9] [1] : memref<12xf64> to memref<9xf64, strided<[1], offset: 1>>
  scf.for %i = %c0 to %c9 step %c1 {
    %v = memref.load %part[%i] : memref<9xf64, strided<[1], offset: 1>>
    %j = arith.addi %i, %c1 : index
    %0 = memref.load %a[%j] : memref<12xf64>
    %1 = arith.addf %0, %v : f64
    memref.store %1, %a[%j] : memref<12xf64>
    %2 = memref.load %a[%i] : memref<12xf64>
    %3 = arith.subf %2, %v : f64
    memref.store %3, %a[%i] : memref<12xf64>
  }
  return %a, %b : memref<12xf64>, memref<10x10xf64>
}

// Nor the chains of a batch, which are short and written out.
// CHECK-LABEL: func.func @batch(
// CHECK-NOT:     alloca
// CHECK:         return
func.func @batch(%x: memref<9xf64>) -> memref<20x10xf64> {
  %a = memref.alloc() : memref<20x10xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %c20 = arith.constant 20 : index
  scf.for %b = %c0 to %c20 step %c1 {
    scf.for %i = %c0 to %c9 step %c1 {
      %v = memref.load %x[%i] : memref<9xf64>
      %j = arith.addi %i, %c1 : index
      %0 = memref.load %a[%b, %j] : memref<20x10xf64>
      %1 = arith.addf %0, %v : f64
      memref.store %1, %a[%b, %j] : memref<20x10xf64>
      %2 = memref.load %a[%b, %i] : memref<20x10xf64>
      %3 = arith.subf %2, %v : f64
      memref.store %3, %a[%b, %i] : memref<20x10xf64>
    }
  }
  return %a : memref<20x10xf64>
}

// Nor a long loop over neighbours in memory, for which vectorize-map has a faster way.
// CHECK-LABEL: func.func @long(
// CHECK-NOT:     alloca
// CHECK:         return
func.func @long(%x: memref<20xf64>) -> memref<21xf64> {
  %a = memref.alloc() : memref<21xf64>
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c20 = arith.constant 20 : index
  scf.for %i = %c0 to %c20 step %c1 {
    %v = memref.load %x[%i] : memref<20xf64>
    %j = arith.addi %i, %c1 : index
    %0 = memref.load %a[%j] : memref<21xf64>
    %1 = arith.addf %0, %v : f64
    memref.store %1, %a[%j] : memref<21xf64>
    %2 = memref.load %a[%i] : memref<21xf64>
    %3 = arith.subf %2, %v : f64
    memref.store %3, %a[%i] : memref<21xf64>
  }
  return %a : memref<21xf64>
}
