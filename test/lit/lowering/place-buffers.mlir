// RUN: lagrad-opt %s --allow-unregistered-dialect --lagrad-place-buffers --canonicalize --cse | FileCheck %s
// RUN: lagrad-opt %s --allow-unregistered-dialect --lagrad-place-buffers=stack=0 | FileCheck %s --check-prefix=HEAP
// RUN: not lagrad-opt %s --lagrad-place-buffers=stack=-1 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: option 'stack' of 'lagrad-place-buffers' is 0 or more, not -1
// HEAP-NOT: llvm.
// HEAP: memref.alloc(

// Each buffer is on the stack if it fits there with those before it. A choice of pointers, no branch.
// CHECK-LABEL: func.func @two(
// CHECK-DAG:     %[[STACK:.*]] = arith.constant 262144 : index
// CHECK-DAG:     %[[NONE:.*]] = arith.constant 0 : index
// CHECK:         %[[LINES:.*]] = arith.divui
// CHECK:         %[[BYTES:.*]] = arith.muli %[[LINES]],
// CHECK:         %[[FITS:.*]] = arith.cmpi ule, %[[BYTES]], %[[STACK]]
// CHECK:         %[[USED:.*]] = arith.select %[[FITS]], %[[BYTES]], %[[NONE]]
// CHECK:         %[[ALSO:.*]] = arith.select %[[FITS]], %[[NONE]], %[[BYTES]]
// CHECK:         %[[HERE:.*]] = llvm.alloca %{{.*}} x i8 {alignment = 64 : i64}
// CHECK:         %[[THERE:.*]] = llvm.call @lagrad.scratch(
// CHECK:         %[[A:.*]] = llvm.select %[[FITS]], %[[HERE]], %[[THERE]]
// CHECK:         memref.view {{.*}} to memref<?xf64>
// CHECK:         %[[MORE:.*]] = arith.addi %[[USED]],
// CHECK:         arith.cmpi ule, %[[MORE]], %[[STACK]]
// CHECK:         memref.view {{.*}} to memref<?x3xf32>
// CHECK:         llvm.call @free(%[[THERE]])
// CHECK:         llvm.call @free(
// CHECK-NOT:     memref.dealloc
func.func @two(%n: index) {
  %a = memref.alloc(%n) : memref<?xf64>
  %b = memref.alloc(%n) : memref<?x3xf32>
  "test.use"(%a, %b) : (memref<?xf64>, memref<?x3xf32>) -> ()
  memref.dealloc %a : memref<?xf64>
  memref.dealloc %b : memref<?x3xf32>
  return
}

// In a loop the stack would grow with each trip; what is returned, or freed in a branch only, lives on.
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

// No bytes of the heap are no call of its functions.
// CHECK-LABEL: llvm.func @lagrad.scratch(
// CHECK-SAME:    -> (!llvm.ptr {llvm.noalias})
// CHECK:         llvm.cond_br
