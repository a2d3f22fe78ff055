// RUN: lagrad-opt %s --lagrad-outline-loops=loops=1 | FileCheck %s
// RUN: lagrad-opt %s --lagrad-outline-loops | FileCheck %s --check-prefix=FEW
// RUN: lagrad-opt %s --lagrad-outline-loops=loops=1 --convert-scf-to-cf --convert-cf-to-llvm \
// RUN:     --finalize-memref-to-llvm --convert-func-to-llvm --lagrad-restrict-arguments \
// RUN:   | FileCheck %s --check-prefix=LLVM
// RUN: not lagrad-opt %s --lagrad-outline-loops=loops=-1 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: option 'loops' of 'lagrad-outline-loops' is 0 or more
// FEW-NOT: call

// A loop is a function: constants and views go along, scalars and buffers are arguments, numbers are results.
// CHECK-LABEL: func.func private @one.loop.0(
// CHECK-SAME:    %[[A:.*]]: memref<8xf64>, %[[T:.*]]: memref<4xf64>)
// CHECK-SAME:    attributes {lagrad.outlined = array<i64: 1, 6>, llvm.no_inline}
// CHECK:         arith.constant
// CHECK:         %[[V:.*]] = memref.subview %[[A]]
// CHECK:         scf.for
// CHECK:           memref.load %[[V]]
// CHECK:           memref.store %{{.*}}, %[[T]]
// CHECK:         return
// CHECK:       func.func private @one.loop.1(%{{.*}}: f64, %{{.*}}: memref<4xf64>) -> f64
// CHECK-LABEL: func.func @one(
// CHECK:         %[[ALLOC:.*]] = memref.alloca
// CHECK-NOT:     scf.for
// CHECK:         call @one.loop.0(%{{.*}}, %[[ALLOC]])
// CHECK:         %[[SUM:.*]] = call @one.loop.1(%{{.*}}, %[[ALLOC]])
// CHECK:         return %[[SUM]]
// LLVM:        llvm.func @one.loop.0(%{{[a-z0-9]*}}: !llvm.ptr, %{{[a-z0-9]*}}: !llvm.ptr {llvm.noalias},
// LLVM-SAME:     %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: i64, %{{.*}}: !llvm.ptr, %{{.*}}: !llvm.ptr {llvm.noalias},
// LLVM-SAME:     attributes {no_inline
func.func @one(%a: memref<8xf64>, %start: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %t = memref.alloca() : memref<4xf64>
  %view = memref.subview %a[4] [4] [1] : memref<8xf64> to memref<4xf64, strided<[1], offset: 4>>
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = memref.load %view[%i] : memref<4xf64, strided<[1], offset: 4>>
    %1 = arith.addf %0, %0 : f64
    memref.store %1, %t[%i] : memref<4xf64>
  }
  %sum = scf.for %i = %c0 to %c4 step %c1 iter_args(%s = %start) -> f64 {
    %0 = memref.load %t[%i] : memref<4xf64>
    %1 = arith.addf %s, %0 : f64
    scf.yield %1 : f64
  }
  return %sum : f64
}

// Buffers that may be one are not marked, and loops with one text are one function.
// CHECK-LABEL: func.func private @twice.loop.0(
// CHECK-SAME:    attributes {lagrad.outlined = array<i64>,
// CHECK-NOT:   @twice.loop.1
// CHECK-LABEL: func.func @twice(
// CHECK-SAME:    %[[A:.*]]: memref<8xf64>, %[[B:.*]]: memref<8xf64>)
// CHECK:         call @twice.loop.0(%[[A]], %[[B]])
// CHECK:         call @twice.loop.0(%[[B]], %[[A]])
func.func @twice(%a: memref<8xf64>, %b: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %a[%i] : memref<8xf64>
    memref.store %0, %b[%i] : memref<8xf64>
  }
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %b[%i] : memref<8xf64>
    memref.store %0, %a[%i] : memref<8xf64>
  }
  return
}

// An address comes from its buffer inside the function too; one of which nobody knows the buffer leaves none marked.
// CHECK-LABEL: func.func private @addresses.loop.0(
// CHECK-SAME:    %[[A:.*]]: memref<8xf64>, %{{.*}}: memref<8xf64>) attributes {lagrad.outlined = array<i64: 1, 6>,
// CHECK:         memref.extract_aligned_pointer_as_index %[[A]]
// CHECK-LABEL: func.func private @addresses.loop.1(
// CHECK-SAME:    %{{.*}}: index, %{{.*}}: memref<8xf64>) attributes {lagrad.outlined = array<i64>,
func.func @addresses(%x: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %a = memref.alloca() : memref<8xf64>
  %b = memref.alloca() : memref<8xf64>
  %at = memref.extract_aligned_pointer_as_index %a : memref<8xf64> -> index
  %number = arith.index_cast %at : index to i64
  %pointer = llvm.inttoptr %number : i64 to !llvm.ptr
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = llvm.load %pointer : !llvm.ptr -> f64
    memref.store %0, %b[%i] : memref<8xf64>
  }
  %next = arith.addi %at, %c8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = arith.index_cast %next : index to i64
    %1 = llvm.inttoptr %0 : i64 to !llvm.ptr
    %2 = llvm.load %1 : !llvm.ptr -> f64
    memref.store %2, %b[%i] : memref<8xf64>
  }
  return
}

// A loop that checks or takes memory stays, and so does one that carries buffers; the loops inside a larger one do not.
// CHECK-LABEL: func.func private @nest.loop.0(
// CHECK-LABEL: func.func @nest(
// CHECK:         scf.for
// CHECK:           cf.assert
// CHECK:         scf.for
// CHECK:           func.call @nest.loop.0(
// CHECK:           scf.for
// CHECK:             memref.alloc()
func.func @nest(%x: memref<8xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %x[%i] : memref<8xf64>
    %1 = arith.cmpf une, %0, %zero : f64
    cf.assert %1, "not zero"
  }
  scf.for %i = %c0 to %c8 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      memref.store %zero, %x[%j] : memref<8xf64>
    }
    scf.for %j = %c0 to %c8 step %c1 {
      %0 = memref.alloc() : memref<8xf64>
      memref.store %zero, %0[%j] : memref<8xf64>
      memref.dealloc %0 : memref<8xf64>
    }
  }
  return
}
