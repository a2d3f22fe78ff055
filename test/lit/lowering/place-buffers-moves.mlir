// RUN: lagrad-opt %s --lagrad-place-buffers | FileCheck %s

// A move by DMA goes on until somebody waits for it: its buffer is not freed before.
// CHECK-LABEL: func.func @moves(
// CHECK:         memref.dma_start
// CHECK-NOT:     @lagrad.release
// CHECK:         memref.load
// CHECK:         llvm.call @lagrad.release
// CHECK:         memref.dma_wait
// CHECK-NEXT:    llvm.call @lagrad.release
func.func @moves(%x: memref<?xf64>, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %tag = memref.alloc() : memref<1xi32>
  %a = memref.alloc(%n) : memref<?xf64>
  %b = memref.alloc(%n) : memref<?xf64>
  memref.dma_start %x[%c0], %a[%c0], %n, %tag[%c0] : memref<?xf64>, memref<?xf64>, memref<1xi32>
  memref.copy %x, %b : memref<?xf64> to memref<?xf64>
  %r = memref.load %b[%c0] : memref<?xf64>
  memref.dma_wait %tag[%c0], %n : memref<1xi32>
  memref.dealloc %a : memref<?xf64>
  memref.dealloc %b : memref<?xf64>
  memref.dealloc %tag : memref<1xi32>
  return %r : f64
}

// A function that gets the address of a buffer may keep it.
// CHECK-LABEL: func.func @told(
// CHECK:         call @note(
// CHECK-NOT:     @lagrad.release
// CHECK:         call @look(
// CHECK-NEXT:    llvm.call @lagrad.release
func.func private @note(index)
func.func private @look()
func.func @told(%n: index) {
  %a = memref.alloc(%n) : memref<?xf64>
  %address = memref.extract_aligned_pointer_as_index %a : memref<?xf64> -> index
  call @note(%address) : (index) -> ()
  call @look() : () -> ()
  memref.dealloc %a : memref<?xf64>
  return
}
