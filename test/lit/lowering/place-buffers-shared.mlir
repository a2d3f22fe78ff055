// RUN: lagrad-opt %s --allow-unregistered-dialect --lagrad-place-buffers=stack=0 | FileCheck %s

// What is done with before the result is begun, and is as large, lies there.
// CHECK-LABEL: func.func @coefficients(
// CHECK-SAME:    %[[X:.*]]: memref<?x?xf64>, %[[R:.*]]: memref<?x?xf64>)
// CHECK-NOT:     memref.alloc
// CHECK:         "test.write"(%[[R]], %[[X]])
// CHECK:         %[[ROW:.*]] = memref.subview %[[R]]
// CHECK:         "test.read"(%[[ROW]])
// CHECK-NOT:     memref.dealloc
// CHECK:         "test.write"(%[[R]], %[[X]])
func.func @coefficients(%x: memref<?x?xf64>, %r: memref<?x?xf64>)
    attributes {lagrad.interface = (tensor<?x?xf64>) -> tensor<?x?xf64>, lagrad.result_sizes = [array<i64: 0, 0>, array<i64: 0, 1>]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %x, %c0 : memref<?x?xf64>
  %n = memref.dim %x, %c1 : memref<?x?xf64>
  %a = memref.alloc(%m, %n) : memref<?x?xf64>
  "test.write"(%a, %x) : (memref<?x?xf64>, memref<?x?xf64>) -> ()
  %row = memref.subview %a[1, 0] [1, %n] [1, 1] : memref<?x?xf64> to memref<?xf64, strided<[1], offset: ?>>
  %later = memref.subview %r[0, 0] [%m, 1] [1, 1] : memref<?x?xf64> to memref<?xf64, strided<[?]>>
  "test.read"(%row) : (memref<?xf64, strided<[1], offset: ?>>) -> ()
  "test.write"(%r, %x) : (memref<?x?xf64>, memref<?x?xf64>) -> ()
  "test.read"(%later) : (memref<?xf64, strided<[?]>>) -> ()
  memref.dealloc %a : memref<?x?xf64>
  return
}

// One after the other may have the same memory, and the size may be a number.
// CHECK-LABEL: func.func @in_turn(
// CHECK-SAME:    %[[X:.*]]: memref<?xf64>, %[[R:.*]]: memref<?xf64>, %[[S:.*]]: memref<200xf64>)
// CHECK-NOT:     memref.alloc
// CHECK:         "test.write"(%[[R]], %[[X]])
// CHECK:         "test.write"(%[[R]], %[[X]])
// CHECK:         "test.write"(%[[S]], %[[X]])
func.func @in_turn(%x: memref<?xf64>, %r: memref<?xf64>, %s: memref<200xf64>)
    attributes {lagrad.interface = (tensor<?xf64>) -> (tensor<?xf64>, tensor<200xf64>), lagrad.result_sizes = [array<i64: -1, 200>]} {
  %c200 = arith.constant 200 : index
  %a = memref.alloc(%c200) : memref<?xf64>
  "test.write"(%a, %x) : (memref<?xf64>, memref<?xf64>) -> ()
  %b = memref.alloc(%c200) : memref<?xf64>
  "test.write"(%b, %x) : (memref<?xf64>, memref<?xf64>) -> ()
  %c = memref.alloc() : memref<200xf64>
  "test.write"(%c, %x) : (memref<200xf64>, memref<?xf64>) -> ()
  memref.dealloc %a : memref<?xf64>
  memref.dealloc %b : memref<?xf64>
  memref.dealloc %c : memref<200xf64>
  "test.write"(%r, %s) : (memref<?xf64>, memref<200xf64>) -> ()
  return
}

// Still in use when the result is begun: by itself, by a name that a branch or a loop gives it, by its address, by a buffer of buffers.
// CHECK-LABEL: func.func @in_use(
// CHECK:         memref.alloc(
// CHECK:         memref.alloc(
// CHECK:         memref.alloc(
// CHECK:         memref.alloc(
// CHECK:         memref.alloc(
func.func @in_use(%x: memref<?xf64>, %p: i1, %r: memref<?xf64>)
    attributes {lagrad.interface = (tensor<?xf64>, i1) -> tensor<?xf64>, lagrad.result_sizes = [array<i64: 0, 0>]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  %a = memref.alloc(%n) : memref<?xf64>
  %b = memref.alloc(%n) : memref<?xf64>
  %c = memref.alloc(%n) : memref<?xf64>
  %d = memref.alloc(%n) : memref<?xf64>
  %e = memref.alloc(%n) : memref<?xf64>
  %cell = memref.alloca() : memref<memref<?xf64>>
  memref.store %e, %cell[] : memref<memref<?xf64>>
  %either = scf.if %p -> (memref<?xf64>) {
    scf.yield %b : memref<?xf64>
  } else {
    scf.yield %x : memref<?xf64>
  }
  %carried = scf.for %i = %c0 to %n step %c1 iter_args(%now = %c) -> (memref<?xf64>) {
    scf.yield %now : memref<?xf64>
  }
  %address = memref.extract_aligned_pointer_as_index %d : memref<?xf64> -> index
  "test.write"(%r, %a) : (memref<?xf64>, memref<?xf64>) -> ()
  "test.read"(%either, %carried, %address) : (memref<?xf64>, memref<?xf64>, index) -> ()
  memref.dealloc %a : memref<?xf64>
  memref.dealloc %b : memref<?xf64>
  memref.dealloc %c : memref<?xf64>
  memref.dealloc %d : memref<?xf64>
  memref.dealloc %e : memref<?xf64>
  return
}

// Of another size, of another type; of a size that is computed.
// CHECK-LABEL: func.func @other_sizes(
// CHECK:         memref.alloc(
// CHECK:         memref.alloc(
// CHECK:         memref.alloc(
func.func @other_sizes(%x: memref<?xf64>, %y: memref<?xf64>, %r: memref<?xf64>)
    attributes {lagrad.interface = (tensor<?xf64>, tensor<?xf64>) -> tensor<?xf64>, lagrad.result_sizes = [array<i64: 0, 0>]} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  %k = memref.dim %y, %c0 : memref<?xf64>
  %more = arith.addi %n, %c1 : index
  %a = memref.alloc(%k) : memref<?xf64>
  %b = memref.alloc(%n) : memref<?xf32>
  %c = memref.alloc(%more) : memref<?xf64>
  "test.write"(%a, %b, %c) : (memref<?xf64>, memref<?xf32>, memref<?xf64>) -> ()
  memref.dealloc %a : memref<?xf64>
  memref.dealloc %b : memref<?xf32>
  memref.dealloc %c : memref<?xf64>
  "test.write"(%r, %x) : (memref<?xf64>, memref<?xf64>) -> ()
  return
}

// A function of the program that is called from within it.
// CHECK-LABEL: func.func @called(
// CHECK:         memref.alloc(
func.func @called(%x: memref<?xf64>, %r: memref<?xf64>)
    attributes {lagrad.interface = (tensor<?xf64>) -> tensor<?xf64>, lagrad.result_sizes = [array<i64: 0, 0>]} {
  %c0 = arith.constant 0 : index
  %n = memref.dim %x, %c0 : memref<?xf64>
  %a = memref.alloc(%n) : memref<?xf64>
  "test.write"(%a, %x) : (memref<?xf64>, memref<?xf64>) -> ()
  memref.dealloc %a : memref<?xf64>
  "test.write"(%r, %x) : (memref<?xf64>, memref<?xf64>) -> ()
  return
}
func.func @caller(%x: memref<?xf64>, %r: memref<?xf64>)
    attributes {lagrad.interface = (tensor<?xf64>) -> tensor<?xf64>, lagrad.result_sizes = [array<i64: 0, 0>]} {
  func.call @called(%x, %r) : (memref<?xf64>, memref<?xf64>) -> ()
  return
}

// One after the other, without results: memory is freed where the last one is used last. The third is taken while the second is in use.
// CHECK-LABEL: func.func @one_after_the_other(
// CHECK:         %[[A:.*]] = memref.view
// CHECK:         "test.write"(%[[A]],
// CHECK-NOT:     memref.alloc
// CHECK:         "test.write"(%[[A]],
// CHECK:         %[[C:.*]] = memref.view
// CHECK-NOT:     memref.dealloc
// CHECK:         "test.write"(%[[C]], %[[A]])
// CHECK:         memref.dealloc %[[C]]
// CHECK:         memref.dealloc %[[A]]
// CHECK:         "test.between"
// CHECK-NOT:     memref.dealloc
func.func @one_after_the_other(%x: memref<?xf64>, %n: index) {
  %a = memref.alloc(%n) : memref<?xf64>
  "test.write"(%a, %x) : (memref<?xf64>, memref<?xf64>) -> ()
  %b = memref.alloc(%n) : memref<?xf64>
  "test.write"(%b, %x) : (memref<?xf64>, memref<?xf64>) -> ()
  %c = memref.alloc(%n) : memref<?xf64>
  "test.write"(%c, %b) : (memref<?xf64>, memref<?xf64>) -> ()
  memref.dealloc %a : memref<?xf64>
  "test.between"() : () -> ()
  memref.dealloc %b : memref<?xf64>
  memref.dealloc %c : memref<?xf64>
  return
}

// Each freed before the next is taken: there is one memory, freed after the last.
// CHECK-LABEL: func.func @freed_in_between(
// CHECK:         %[[A:.*]] = memref.view
// CHECK-NOT:     memref.dealloc
// CHECK-COUNT-3: "test.write"(%[[A]],
// CHECK:         memref.dealloc %[[A]]
// CHECK-NOT:     memref.dealloc
func.func @freed_in_between(%x: memref<?xf64>, %n: index) {
  %a = memref.alloc(%n) : memref<?xf64>
  "test.write"(%a, %x) : (memref<?xf64>, memref<?xf64>) -> ()
  memref.dealloc %a : memref<?xf64>
  %b = memref.alloc(%n) : memref<?xf64>
  "test.write"(%b, %x) : (memref<?xf64>, memref<?xf64>) -> ()
  memref.dealloc %b : memref<?xf64>
  %c = memref.alloc(%n) : memref<?xf64>
  "test.write"(%c, %x) : (memref<?xf64>, memref<?xf64>) -> ()
  memref.dealloc %c : memref<?xf64>
  return
}

// A buffer of its own is freed as soon as it was used last: at the end of a loop, where that is in one.
// CHECK-LABEL: func.func @soon(
// CHECK:         %[[A:.*]] = memref.view
// CHECK:         %[[B:.*]] = memref.view
// CHECK:         scf.for
// CHECK-NOT:     memref.dealloc
// CHECK:         "test.read"(%[[A]])
// CHECK:         }
// CHECK:         memref.dealloc %[[A]]
// CHECK:         "test.read"(%[[B]])
// CHECK:         memref.dealloc %[[B]]
// CHECK:         "test.after"
func.func @soon(%x: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %a = memref.alloc(%n) : memref<?xf64>
  %b = memref.alloc(%n) : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    "test.read"(%a) : (memref<?xf64>) -> ()
  }
  "test.read"(%b) : (memref<?xf64>) -> ()
  "test.after"() : () -> ()
  memref.dealloc %a : memref<?xf64>
  memref.dealloc %b : memref<?xf64>
  return
}
