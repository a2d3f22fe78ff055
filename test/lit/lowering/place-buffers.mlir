// RUN: lagrad-opt %s --allow-unregistered-dialect --lagrad-place-buffers --canonicalize --cse | FileCheck %s
// RUN: lagrad-opt %s --allow-unregistered-dialect --lagrad-place-buffers=stack=0 | FileCheck %s --check-prefix=HEAP
// RUN: not lagrad-opt %s --lagrad-place-buffers=stack=-1 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: option 'stack' of 'lagrad-place-buffers' is 0 or more, not -1
// HEAP-NOT: llvm.
// HEAP: memref.alloc(

// Each buffer is on the stack if it fits there below or above those that are in use. Calls of a function that gives
// memory, no branch.
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

// The place of what is done with is used again. What a later size is computed from moves to where the first buffer
// is taken; a size that comes from memory is not known there, so that another room begins with its buffer, of what
// is left.
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

// Of fixed sizes, buffers have their places here. 160 kB are on the stack, and 80 kB once these are done with; the
// others are in one block, which the second of them leaves before the third one comes.
// CHECK-LABEL: func.func @fixed(
// CHECK-DAG:     %[[ZERO:.*]] = llvm.mlir.constant(0 : i64)
// CHECK-DAG:     %[[LINE:.*]] = llvm.mlir.constant(64 : i64)
// CHECK-DAG:     %[[B80:.*]] = llvm.mlir.constant(80000 : i64)
// CHECK-DAG:     %[[B160:.*]] = llvm.mlir.constant(160000 : i64)
// CHECK-DAG:     %[[B320:.*]] = llvm.mlir.constant(320000 : i64)
// CHECK-DAG:     %[[B400:.*]] = llvm.mlir.constant(400000 : i64)
// CHECK:         %[[ROOM:.*]] = llvm.alloca %[[B160]] x i8 {alignment = 64 : i64}
// CHECK:         %[[A:.*]] = llvm.call @lagrad.place(%[[ROOM]], %[[ZERO]], %[[B160]])
// CHECK:         memref.view {{.*}} to memref<20000xf64>
// CHECK:         %[[BLOCK:.*]] = llvm.call @aligned_alloc(%[[LINE]], %[[B400]])
// CHECK:         %[[B:.*]] = llvm.call @lagrad.place(%[[BLOCK]], %[[ZERO]], %[[B320]])
// CHECK:         llvm.call @lagrad.leave(%[[A]])
// CHECK:         %[[D:.*]] = llvm.call @lagrad.place(%[[ROOM]], %[[ZERO]], %[[B80]])
// CHECK:         llvm.call @lagrad.leave(%[[B]])
// CHECK:         %[[C:.*]] = llvm.call @lagrad.place(%[[BLOCK]], %[[ZERO]], %[[B400]])
// CHECK:         llvm.call @lagrad.leave(%[[C]])
// CHECK-NEXT:    llvm.call @free(%[[BLOCK]])
// CHECK-NEXT:    llvm.call @lagrad.leave(%[[D]])
// CHECK-NEXT:    return
func.func @fixed() {
  %a = memref.alloc() : memref<20000xf64>
  %b = memref.alloc() : memref<40000xf64>
  "test.use"(%a, %b) : (memref<20000xf64>, memref<40000xf64>) -> ()
  memref.dealloc %a : memref<20000xf64>
  %d = memref.alloc() : memref<10000xf64>
  "test.use"(%d, %b) : (memref<10000xf64>, memref<40000xf64>) -> ()
  memref.dealloc %b : memref<40000xf64>
  %c = memref.alloc() : memref<50000xf64>
  "test.use"(%d, %c) : (memref<10000xf64>, memref<50000xf64>) -> ()
  memref.dealloc %c : memref<50000xf64>
  memref.dealloc %d : memref<10000xf64>
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

// New memory, or a place: nothing else is known of it, and nothing may be found out.
// CHECK-LABEL: llvm.func @lagrad.place(
// CHECK-SAME:    -> (!llvm.ptr {llvm.noalias})
// CHECK:         llvm.inline_asm has_side_effects
// CHECK-LABEL: llvm.func @lagrad.leave(
// CHECK:         llvm.inline_asm has_side_effects
// CHECK-LABEL: llvm.func @lagrad.scratch(
// CHECK-SAME:    -> (!llvm.ptr {llvm.noalias})
// CHECK:         llvm.cond_br
// CHECK:         llvm.inline_asm has_side_effects
// CHECK-LABEL: llvm.func @lagrad.release(
// CHECK:         llvm.cond_br
// CHECK:         llvm.inline_asm has_side_effects
