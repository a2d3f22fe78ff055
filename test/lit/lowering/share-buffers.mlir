// RUN: lagrad-opt %s --allow-unregistered-dialect --lagrad-share-buffers | FileCheck %s

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
// CHECK-SAME:    %[[X:.*]]: memref<?xf64>, %[[R:.*]]: memref<?xf64>, %[[S:.*]]: memref<8xf64>)
// CHECK-NOT:     memref.alloc
// CHECK:         "test.write"(%[[R]], %[[X]])
// CHECK:         "test.write"(%[[R]], %[[X]])
// CHECK:         "test.write"(%[[S]], %[[X]])
func.func @in_turn(%x: memref<?xf64>, %r: memref<?xf64>, %s: memref<8xf64>)
    attributes {lagrad.interface = (tensor<?xf64>) -> (tensor<?xf64>, tensor<8xf64>), lagrad.result_sizes = [array<i64: -1, 8>]} {
  %c8 = arith.constant 8 : index
  %a = memref.alloc(%c8) : memref<?xf64>
  "test.write"(%a, %x) : (memref<?xf64>, memref<?xf64>) -> ()
  %b = memref.alloc(%c8) : memref<?xf64>
  "test.write"(%b, %x) : (memref<?xf64>, memref<?xf64>) -> ()
  %c = memref.alloc() : memref<8xf64>
  "test.write"(%c, %x) : (memref<8xf64>, memref<?xf64>) -> ()
  memref.dealloc %a : memref<?xf64>
  memref.dealloc %b : memref<?xf64>
  memref.dealloc %c : memref<8xf64>
  "test.write"(%r, %s) : (memref<?xf64>, memref<8xf64>) -> ()
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
// CHECK:         %[[A:.*]] = memref.alloc(
// CHECK:         "test.write"(%[[A]],
// CHECK-NOT:     memref.alloc
// CHECK:         "test.write"(%[[A]],
// CHECK:         %[[C:.*]] = memref.alloc(
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
// CHECK:         %[[A:.*]] = memref.alloc(
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
// CHECK:         %[[A:.*]] = memref.alloc(
// CHECK:         %[[B:.*]] = memref.alloc(
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

// In a loop, before anybody frees: of the same sizes in this trip, and in use one after the other, also inside of other loops.
// CHECK-LABEL: func.func @trips(
// CHECK:         scf.for
// CHECK:           %[[A:.*]] = memref.alloc(
// CHECK:           scf.for
// CHECK:             "test.write"(%[[A]]
// CHECK-NOT:       memref.alloc
// CHECK:           scf.for
// CHECK:             "test.write"(%[[A]]
// CHECK:           %[[C:.*]] = memref.alloc(
// CHECK:           "test.write"(%[[C]], %[[A]])
// CHECK:           %[[D:.*]] = memref.alloc(
// CHECK:           "test.write"(%[[D]], %{{.*}})
func.func @trips(%x: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %size = "test.size"(%i) : (index) -> index
    %other = "test.size"(%i) : (index) -> index
    %a = memref.alloc(%size) : memref<?xf64>
    scf.for %j = %c0 to %n step %c1 {
      "test.write"(%a, %x) : (memref<?xf64>, memref<?xf64>) -> ()
    }
    %b = memref.alloc(%size) : memref<?xf64>
    scf.for %j = %c0 to %n step %c1 {
      "test.write"(%b, %x) : (memref<?xf64>, memref<?xf64>) -> ()
    }
    %c = memref.alloc(%size) : memref<?xf64>
    "test.write"(%c, %b) : (memref<?xf64>, memref<?xf64>) -> ()
    %d = memref.alloc(%other) : memref<?xf64>
    "test.write"(%d, %x) : (memref<?xf64>, memref<?xf64>) -> ()
  }
  return
}

// What a trip hands on is still in use at its end; and nobody may have the memory of what is freed, who is not freed with it.
// CHECK-LABEL: func.func @handed_on(
// CHECK:         scf.for
// CHECK:           %[[A:.*]] = memref.alloc(
// CHECK:           %[[B:.*]] = memref.alloc(
// CHECK:           "test.write"(%[[B]],
// CHECK:           memref.dealloc %[[B]]
// CHECK:           %[[C:.*]] = memref.alloc(
// CHECK:           scf.yield %{{.*}}, %[[C]]
func.func @handed_on(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) -> (memref<?xf64>, memref<?xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last:2 = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x, %t = %y) -> (memref<?xf64>, memref<?xf64>) {
    %a = memref.alloc(%n) : memref<?xf64>
    "test.write"(%a, %s) : (memref<?xf64>, memref<?xf64>) -> ()
    %part = memref.cast %a : memref<?xf64> to memref<?xf64>
    %b = memref.alloc(%n) : memref<?xf64>
    "test.write"(%b, %t) : (memref<?xf64>, memref<?xf64>) -> ()
    %c = memref.alloc(%n) : memref<?xf64>
    "test.write"(%c, %t) : (memref<?xf64>, memref<?xf64>) -> ()
    memref.dealloc %b : memref<?xf64>
    scf.yield %part, %c : memref<?xf64>, memref<?xf64>
  }
  return %last#0, %last#1 : memref<?xf64>, memref<?xf64>
}

// Buffers of inner loops are taken in front of them one loop at a time, so that the second loop has what the first one needed, and so have
// branches of one choice, of which one alone runs.
// CHECK-LABEL: func.func @loops_in_a_loop(
// CHECK:         %[[A:.*]] = memref.alloc(
// CHECK:         %[[B:.*]] = memref.alloc(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             "test.write"(%[[A]], %arg0)
// CHECK:             "test.write"(%[[B]], %[[A]])
// CHECK:           scf.for
// CHECK:             "test.write"(%[[A]], %arg0)
// CHECK:             scf.if
// CHECK:               "test.write"(%[[B]], %[[A]])
// CHECK:               memref.cast %[[B]]
// CHECK:             } else {
// CHECK:               "test.write"(%[[B]], %arg0)
// CHECK:               memref.cast %[[B]]
func.func @loops_in_a_loop(%x: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.alloc(%n) : memref<?xf64>
      "test.write"(%a, %x) : (memref<?xf64>, memref<?xf64>) -> ()
      %b = memref.alloc(%n) : memref<?xf64>
      "test.write"(%b, %a) : (memref<?xf64>, memref<?xf64>) -> ()
    }
    scf.for %j = %c0 to %n step %c1 {
      %a = memref.alloc(%n) : memref<?xf64>
      "test.write"(%a, %x) : (memref<?xf64>, memref<?xf64>) -> ()
      %flag = "test.flag"() : () -> i1
      %one = scf.if %flag -> memref<*xf64> {
        %b = memref.alloc(%n) : memref<?xf64>
        "test.write"(%b, %a) : (memref<?xf64>, memref<?xf64>) -> ()
        %cast = memref.cast %b : memref<?xf64> to memref<*xf64>
        scf.yield %cast : memref<*xf64>
      } else {
        %b = memref.alloc(%n) : memref<?xf64>
        "test.write"(%b, %x) : (memref<?xf64>, memref<?xf64>) -> ()
        %cast = memref.cast %b : memref<?xf64> to memref<*xf64>
        scf.yield %cast : memref<*xf64>
      }
      "test.read"(%one) : (memref<*xf64>) -> ()
    }
  }
  return
}

// Not what a trip hands on or stores, and not what has a size that only the trip knows; nor out of a branch that is in no loop.
// CHECK-LABEL: func.func @stays(
// CHECK:         scf.for
// CHECK-COUNT-3:   memref.alloc(
// CHECK:         scf.if
// CHECK-NEXT:      memref.alloc(
func.func @stays(%x: memref<?xf64>, %cell: memref<memref<?xf64>>, %flag: i1, %n: index) -> memref<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %last = scf.for %i = %c0 to %n step %c1 iter_args(%s = %x) -> (memref<?xf64>) {
    %a = memref.alloc(%n) : memref<?xf64>
    "test.write"(%a, %s) : (memref<?xf64>, memref<?xf64>) -> ()
    %b = memref.alloc(%n) : memref<?xf64>
    memref.store %b, %cell[] : memref<memref<?xf64>>
    %c = memref.alloc(%i) : memref<?xf64>
    "test.write"(%c, %x) : (memref<?xf64>, memref<?xf64>) -> ()
    %any = memref.cast %a : memref<?xf64> to memref<*xf64>
    %again = memref.cast %any : memref<*xf64> to memref<?xf64>
    scf.yield %again : memref<?xf64>
  }
  scf.if %flag {
    %d = memref.alloc(%n) : memref<?xf64>
    "test.write"(%d, %x) : (memref<?xf64>, memref<?xf64>) -> ()
  }
  return %last : memref<?xf64>
}

// Small ones of fixed size stay too: loops that share none may run several trips at once.
// CHECK-LABEL: func.func @small(
// CHECK:         scf.for
// CHECK:           memref.alloc() : memref<8xf64>
// CHECK:         memref.alloc() : memref<80x80xf64>
// CHECK:         scf.for
func.func @small(%x: memref<?xf64>, %y: memref<80x80xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<8xf64>
    "test.write"(%a, %x) : (memref<8xf64>, memref<?xf64>) -> ()
  }
  scf.for %i = %c0 to %n step %c1 {
    %a = memref.alloc() : memref<80x80xf64>
    "test.write"(%a, %y) : (memref<80x80xf64>, memref<80x80xf64>) -> ()
  }
  return
}

// A buffer of one branch is one of the other, not two of them.
// CHECK-LABEL: func.func @branches(
// CHECK:         %[[A:.*]] = memref.alloc(
// CHECK:         %[[B:.*]] = memref.alloc(
// CHECK-NOT:     memref.alloc
// CHECK:         scf.if
// CHECK:           "test.write"(%[[A]], %arg0)
// CHECK:         } else {
// CHECK:           "test.write"(%[[A]], %arg0)
// CHECK:           "test.write"(%[[B]], %[[A]])
// CHECK:           "test.write"(%[[A]], %[[B]])
func.func @branches(%x: memref<?xf64>, %flag: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.if %flag {
      %a = memref.alloc(%n) : memref<?xf64>
      "test.write"(%a, %x) : (memref<?xf64>, memref<?xf64>) -> ()
    } else {
      %b = memref.alloc(%n) : memref<?xf64>
      %c = memref.alloc(%n) : memref<?xf64>
      "test.write"(%b, %x) : (memref<?xf64>, memref<?xf64>) -> ()
      "test.write"(%c, %b) : (memref<?xf64>, memref<?xf64>) -> ()
      "test.write"(%b, %c) : (memref<?xf64>, memref<?xf64>) -> ()
    }
  }
  return
}

// Out of a choice, only towards a loop: in trips that run at once a buffer is taken where it is needed.
// CHECK-LABEL: func.func @at_once(
// CHECK:         scf.parallel
// CHECK-NEXT:      scf.if
// CHECK-NEXT:        memref.alloc(
func.func @at_once(%x: memref<?xf64>, %flag: i1, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    scf.parallel (%j) = (%c0) to (%n) step (%c1) {
      scf.if %flag {
        %a = memref.alloc(%n) : memref<?xf64>
        "test.write"(%a, %x) : (memref<?xf64>, memref<?xf64>) -> ()
      }
    }
  }
  return
}

// Of other types too, where the sizes are fixed and the first one has room; not what is small, larger, or of other numbers.
// CHECK-LABEL: func.func @other_types(
// CHECK:         %[[A:.*]] = memref.alloc() : memref<20x20xf64>
// CHECK:         "test.write"(%[[A]])
// CHECK-NOT:     memref.alloc
// CHECK:         %[[B:.*]] = memref.reinterpret_cast %[[A]] to offset: [0], sizes: [20, 4, 4], strides: [16, 4, 1] : memref<20x20xf64> to memref<20x4x4xf64>
// CHECK:         "test.write"(%[[B]])
// CHECK:         memref.dealloc %[[A]] : memref<20x20xf64>
// CHECK:         %[[C:.*]] = memref.alloc() : memref<400xf32>
// CHECK:         %[[D:.*]] = memref.alloc() : memref<4x4xf64>
// CHECK:         %[[E:.*]] = memref.alloc() : memref<401xf64>
func.func @other_types() {
  %a = memref.alloc() : memref<20x20xf64>
  "test.write"(%a) : (memref<20x20xf64>) -> ()
  %b = memref.alloc() : memref<20x4x4xf64>
  "test.write"(%b) : (memref<20x4x4xf64>) -> ()
  %c = memref.alloc() : memref<400xf32>
  "test.write"(%c) : (memref<400xf32>) -> ()
  %d = memref.alloc() : memref<4x4xf64>
  "test.write"(%d) : (memref<4x4xf64>) -> ()
  %e = memref.alloc() : memref<401xf64>
  "test.write"(%e) : (memref<401xf64>) -> ()
  memref.dealloc %a : memref<20x20xf64>
  memref.dealloc %b : memref<20x4x4xf64>
  memref.dealloc %c : memref<400xf32>
  memref.dealloc %d : memref<4x4xf64>
  memref.dealloc %e : memref<401xf64>
  return
}
