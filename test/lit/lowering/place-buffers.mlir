// RUN: lagrad-opt %s --allow-unregistered-dialect --lagrad-place-buffers --canonicalize --cse | FileCheck %s
// RUN: lagrad-opt %s --allow-unregistered-dialect --lagrad-place-buffers=stack=0 | FileCheck %s --check-prefix=HEAP
// RUN: not lagrad-opt %s --lagrad-place-buffers=stack=-1 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: option 'stack' of 'lagrad-place-buffers' is 0 or more, not -1
// HEAP-NOT: llvm.
// HEAP: memref.alloc(

// Each buffer is on the stack if it fits there below or above those that are in use. Calls of a function that gives memory, no branch.
// CHECK-LABEL: func.func @two(
// CHECK-DAG:     %[[STACK:.*]] = arith.constant 262144 : index
// CHECK-DAG:     %[[NONE:.*]] = arith.constant 0 : index
// CHECK:         %[[LINES:.*]] = arith.divui
// CHECK:         %[[BYTES:.*]] = arith.muli %[[LINES]],
// CHECK:         arith.divui
// CHECK:         %[[OTHERS:.*]] = arith.muli
// CHECK:         %[[FITS:.*]] = arith.cmpi ule, %[[BYTES]], %[[STACK]]
// CHECK:         %[[START:.*]] = arith.select %[[FITS]], %[[NONE]], %[[STACK]]
// CHECK:         %[[END:.*]] = arith.select %[[FITS]], %[[BYTES]], %[[NONE]]
// CHECK:         %[[LOWEST:.*]] = arith.minui %[[START]], %[[STACK]]
// CHECK:         %[[BELOW:.*]] = arith.cmpi ule, %[[OTHERS]], %[[LOWEST]]
// CHECK:         %[[HERE:.*]] = arith.select %[[BELOW]], %[[NONE]], %[[END]]
// CHECK:         %[[MORE:.*]] = arith.addi %[[HERE]], %[[OTHERS]]
// CHECK:         %[[ALSO:.*]] = arith.cmpi ule, %[[MORE]], %[[STACK]]
// CHECK:         %[[LAST:.*]] = arith.select %[[ALSO]], %[[MORE]], %[[NONE]]
// CHECK:         %[[SIZE:.*]] = arith.maxui %[[END]], %[[LAST]]
// CHECK:         %[[SIZE64:.*]] = arith.index_cast %[[SIZE]]
// CHECK:         %[[ROOM:.*]] = llvm.alloca %[[SIZE64]] x i8 {alignment = 64 : i64}
// CHECK:         %[[A:.*]] = llvm.call @lagrad.scratch(%[[ROOM]], %c0_i64, %{{.*}}, %[[FITS]])
// CHECK:         memref.view {{.*}} to memref<?xf64>
// CHECK:         %[[FROM:.*]] = arith.index_cast %[[HERE]]
// CHECK:         %[[B:.*]] = llvm.call @lagrad.scratch(%[[ROOM]], %[[FROM]], %{{.*}}, %[[ALSO]])
// CHECK:         memref.view {{.*}} to memref<?x3xf32>
// CHECK-DAG:     llvm.call @lagrad.release(%[[A]], %[[FITS]])
// CHECK-DAG:     llvm.call @lagrad.release(%[[B]], %[[ALSO]])
// CHECK-NOT:     memref.dealloc
func.func @two(%n: index) {
  %a = memref.alloc(%n) : memref<?xf64>
  %b = memref.alloc(%n) : memref<?x3xf32>
  "test.use"(%a, %b) : (memref<?xf64>, memref<?x3xf32>) -> ()
  memref.dealloc %a : memref<?xf64>
  memref.dealloc %b : memref<?x3xf32>
  return
}

// The place of what is done with is used again. What a later size is computed from moves to where the first buffer is taken; a size that comes from
// memory is not known there, so that another room begins with its buffer, of what is left.
// CHECK-LABEL: func.func @again(
// CHECK-SAME:    %[[N:[^:]*]]: index, %[[SIZES:[^:]*]]: memref<1xindex>)
// CHECK-DAG:     %[[STACK:.*]] = arith.constant 262144 : index
// CHECK:         %[[LATER:.*]] = arith.addi %[[N]], %[[N]]
// CHECK:         %[[ROOM:.*]] = llvm.alloca
// CHECK:         %[[LEFT:.*]] = arith.subi %[[STACK]], %{{.*}}
// CHECK:         %[[A:.*]] = llvm.call @lagrad.scratch(%[[ROOM]], %c0_i64,
// CHECK:         llvm.call @lagrad.release(%[[A]],
// CHECK:         llvm.call @lagrad.scratch(%[[ROOM]], %c0_i64,
// CHECK:         %[[SIZE:.*]] = memref.load %[[SIZES]]
// CHECK:         arith.cmpi ule, %{{.*}}, %[[LEFT]]
// CHECK:         %[[OTHER:.*]] = llvm.alloca
// CHECK:         llvm.call @lagrad.scratch(%[[OTHER]], %c0_i64,
// CHECK-NOT:     llvm.alloca
// CHECK:         return
func.func @again(%n: index, %sizes: memref<1xindex>) {
  %c0 = arith.constant 0 : index
  %a = memref.alloc(%n) : memref<?xf64>
  "test.use"(%a) : (memref<?xf64>) -> ()
  memref.dealloc %a : memref<?xf64>
  %later = arith.addi %n, %n : index
  %b = memref.alloc(%later) : memref<?xf64>
  "test.use"(%b) : (memref<?xf64>) -> ()
  %size = memref.load %sizes[%c0] : memref<1xindex>
  %c = memref.alloc(%size) : memref<?xf64>
  "test.use"(%b, %c) : (memref<?xf64>, memref<?xf64>) -> ()
  memref.dealloc %b : memref<?xf64>
  memref.dealloc %c : memref<?xf64>
  return
}

// In a loop the stack would grow with each iteration; what is returned, or freed in a branch only, lives on.
// CHECK-LABEL: func.func @others(
// CHECK-NOT:     llvm.
// CHECK:         return
func.func @others(%n: index, %c: i1) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc(%n) : memref<?xf64>
    "test.use"(%a) : (memref<?xf64>) -> ()
    memref.dealloc %a : memref<?xf64>
  }
  %b = memref.alloc(%n) : memref<?xf64>
  %d = memref.alloc(%n) : memref<?xf64>
  scf.if %c {
    memref.dealloc %d : memref<?xf64>
  }
  return %b : memref<?xf64>
}

// New memory, or a place of the stack: nothing else is known of it.
// CHECK-LABEL: llvm.func @lagrad.scratch(
// CHECK-SAME:    -> (!llvm.ptr {llvm.noalias})
// CHECK:         llvm.cond_br
// CHECK-LABEL: llvm.func @lagrad.release(
// CHECK:         llvm.cond_br
