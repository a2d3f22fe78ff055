// RUN: lagrad-opt %s --lagrad-remove-copies | FileCheck %s
#id = affine_map<(i) -> (i)>
!row = memref<4xf64, strided<[1], offset: ?>>

// The row above is read where it is.
// CHECK-LABEL: func.func @row_above(
// CHECK:         %[[ABOVE:.*]] = memref.subview %{{.*}}[%{{.*}}, 0] [1, 4] [1, 1]
// CHECK:         %[[ROW:.*]] = memref.subview
// CHECK-NOT:     memref.copy
// CHECK:         linalg.generic {{.*}} ins(%[[ABOVE]] : {{.*}}) outs(%[[ROW]] : {{.*}})
func.func @row_above(%a: memref<8x4xf64>, %i: index) attributes {lagrad.interface = () -> ()} {
  %c1 = arith.constant 1 : index
  %above = arith.subi %i, %c1 : index
  %old = memref.subview %a[%above, 0] [1, 4] [1, 1] : memref<8x4xf64> to !row
  %copy = memref.alloc() : memref<4xf64>
  memref.copy %old, %copy : !row to memref<4xf64>
  %row = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<8x4xf64> to !row
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%copy : memref<4xf64>) outs(%row : !row) {
  ^bb0(%in: f64, %out: f64):
    %s = arith.addf %in, %out : f64
    linalg.yield %s : f64
  }
  return
}

// Which row is written is not known: the copy stays.
// CHECK-LABEL: func.func @some_row(
// CHECK:         memref.copy
func.func @some_row(%a: memref<8x4xf64>, %i: index, %j: index) attributes {lagrad.interface = () -> ()} {
  %old = memref.subview %a[%j, 0] [1, 4] [1, 1] : memref<8x4xf64> to !row
  %copy = memref.alloc() : memref<4xf64>
  memref.copy %old, %copy : !row to memref<4xf64>
  %row = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<8x4xf64> to !row
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%copy : memref<4xf64>) outs(%row : !row) {
  ^bb0(%in: f64, %out: f64):
    %s = arith.addf %in, %out : f64
    linalg.yield %s : f64
  }
  return
}

// A row whose number is known, and one whose number is not.
// CHECK-LABEL: func.func @first_and_some_row(
// CHECK:         memref.copy
func.func @first_and_some_row(%a: memref<8x4xf64>, %i: index) attributes {lagrad.interface = () -> ()} {
  %old = memref.subview %a[0, 0] [1, 4] [1, 1] : memref<8x4xf64> to memref<4xf64, strided<[1]>>
  %copy = memref.alloc() : memref<4xf64>
  memref.copy %old, %copy : memref<4xf64, strided<[1]>> to memref<4xf64>
  %row = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<8x4xf64> to !row
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%copy : memref<4xf64>) outs(%row : !row) {
  ^bb0(%in: f64, %out: f64):
    %s = arith.addf %in, %out : f64
    linalg.yield %s : f64
  }
  return
}

// Windows that share elements are not apart.
// CHECK-LABEL: func.func @windows(
// CHECK:         memref.copy
func.func @windows(%a: memref<8xf64>, %i: index) attributes {lagrad.interface = () -> ()} {
  %c2 = arith.constant 2 : index
  %next = arith.addi %i, %c2 : index
  %old = memref.subview %a[%i] [3] [1] : memref<8xf64> to memref<3xf64, strided<[1], offset: ?>>
  %copy = memref.alloc() : memref<3xf64>
  memref.copy %old, %copy : memref<3xf64, strided<[1], offset: ?>> to memref<3xf64>
  %new = memref.subview %a[%next] [3] [1] : memref<8xf64> to memref<3xf64, strided<[1], offset: ?>>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%copy : memref<3xf64>) outs(%new : memref<3xf64, strided<[1], offset: ?>>) {
  ^bb0(%in: f64, %out: f64):
    %s = arith.addf %in, %out : f64
    linalg.yield %s : f64
  }
  return
}

// Somebody else changes the original before the copy is read.
// CHECK-LABEL: func.func @changed(
// CHECK:         memref.copy
func.func @changed(%a: memref<8xf64>, %v: f64, %i: index) -> f64 attributes {lagrad.interface = () -> ()} {
  %copy = memref.alloc() : memref<8xf64>
  memref.copy %a, %copy : memref<8xf64> to memref<8xf64>
  memref.store %v, %a[%i] : memref<8xf64>
  %old = memref.load %copy[%i] : memref<8xf64>
  return %old : f64
}

// And here a function may.
// CHECK-LABEL: func.func @called(
// CHECK:         memref.copy
func.func @called(%a: memref<8xf64>, %i: index) -> f64 attributes {lagrad.interface = () -> ()} {
  %copy = memref.alloc() : memref<8xf64>
  memref.copy %a, %copy : memref<8xf64> to memref<8xf64>
  func.call @work(%a) : (memref<8xf64>) -> ()
  %old = memref.load %copy[%i] : memref<8xf64>
  return %old : f64
}
func.func private @work(memref<8xf64>)

// A copy that is written to is needed.
// CHECK-LABEL: func.func @written(
// CHECK:         memref.copy
func.func @written(%a: memref<8xf64>, %v: f64, %i: index, %j: index) -> f64 attributes {lagrad.interface = () -> ()} {
  %copy = memref.alloc() : memref<8xf64>
  memref.copy %a, %copy : memref<8xf64> to memref<8xf64>
  memref.store %v, %copy[%i] : memref<8xf64>
  %old = memref.load %copy[%j] : memref<8xf64>
  return %old : f64
}

// Nothing is changed: no copy.
// CHECK-LABEL: func.func @only_read(
// CHECK-NOT:     memref.copy
// CHECK:         memref.load %arg0
func.func @only_read(%a: memref<8xf64>, %i: index) -> f64 attributes {lagrad.interface = () -> ()} {
  %copy = memref.alloc() : memref<8xf64>
  memref.copy %a, %copy : memref<8xf64> to memref<8xf64>
  %old = memref.load %copy[%i] : memref<8xf64>
  return %old : f64
}

// What is saved to be recorded is recorded at once, and read from the tape.
// CHECK-LABEL: func.func @recorded(
// CHECK-SAME:    %[[A:.*]]: memref<8x4xf64>, %[[TAPE:.*]]: memref<8x4xf64>, %[[I:.*]]: index)
// CHECK:         %[[ROW:.*]] = memref.subview %[[A]][%[[I]], 0] [1, 4] [1, 1]
// CHECK:         %[[LAST:.*]] = arith.subi
// CHECK:         %[[PLACE:.*]] = memref.subview %[[TAPE]][%[[LAST]], 0] [1, 4] [1, 1]
// CHECK-NEXT:    memref.copy %[[ROW]], %[[PLACE]]
// CHECK:         linalg.generic {{.*}} ins(%[[PLACE]] : {{.*}}) outs(%[[ROW]] : {{.*}})
// CHECK-NOT:     memref.copy
// CHECK:         return
func.func @recorded(%a: memref<8x4xf64>, %tape: memref<8x4xf64>, %i: index) attributes {lagrad.interface = () -> ()} {
  %c7 = arith.constant 7 : index
  %row = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<8x4xf64> to !row
  %copy = memref.alloc() : memref<4xf64>
  memref.copy %row, %copy : !row to memref<4xf64>
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]} ins(%copy : memref<4xf64>) outs(%row : !row) {
  ^bb0(%in: f64, %out: f64):
    %s = math.sin %in : f64
    linalg.yield %s : f64
  }
  %last = arith.subi %c7, %i : index
  %place = memref.subview %tape[%last, 0] [1, 4] [1, 1] : memref<8x4xf64> to !row
  memref.copy %copy, %place : memref<4xf64> to !row
  return
}

// The tape's row is read before the state goes there: the copy stays.
// CHECK-LABEL: func.func @read_before(
// CHECK:         memref.copy
// CHECK:         memref.load
// CHECK:         memref.copy
func.func @read_before(%a: memref<8x4xf64>, %tape: memref<8x4xf64>, %i: index) -> f64 attributes {lagrad.interface = () -> ()} {
  %row = memref.subview %a[%i, 0] [1, 4] [1, 1] : memref<8x4xf64> to !row
  %place = memref.subview %tape[%i, 0] [1, 4] [1, 1] : memref<8x4xf64> to !row
  %copy = memref.alloc() : memref<4xf64>
  memref.copy %row, %copy : !row to memref<4xf64>
  %old = memref.load %tape[%i, %i] : memref<8x4xf64>
  memref.store %old, %row[%i] : !row
  memref.copy %copy, %place : memref<4xf64> to !row
  return %old : f64
}

// A part that moves within its buffer: the places overlap, and a copy straight from one to the other would read what it has written.
// CHECK-LABEL: func.func @shifted(
// CHECK:         memref.copy %{{.*}}, %[[COPY:.*]] :
// CHECK:         memref.copy %[[COPY]],
// CHECK:         return
func.func @shifted(%a: memref<9xf64>) attributes {lagrad.interface = () -> ()} {
  %from = memref.subview %a[0] [8] [1] : memref<9xf64> to memref<8xf64, strided<[1]>>
  %copy = memref.alloc() : memref<8xf64>
  memref.copy %from, %copy : memref<8xf64, strided<[1]>> to memref<8xf64>
  %to = memref.subview %a[1] [8] [1] : memref<9xf64> to memref<8xf64, strided<[1], offset: 1>>
  memref.copy %copy, %to : memref<8xf64> to memref<8xf64, strided<[1], offset: 1>>
  return
}

// The caller may pass one array twice: what is copied is filled then.
// CHECK-LABEL: func.func @one_array(
// CHECK:         memref.copy
// CHECK:         linalg.fill
func.func @one_array(%a: memref<4xf64>, %b: memref<4xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %copy = memref.alloc() : memref<4xf64>
  memref.copy %a, %copy : memref<4xf64> to memref<4xf64>
  linalg.fill ins(%zero : f64) outs(%b : memref<4xf64>)
  %first = memref.load %copy[%c0] : memref<4xf64>
  return %first : f64
}

// One of the two was a tensor: of that the function writes nothing by another name.
// CHECK-LABEL: func.func @a_tensor(
// CHECK-NOT:     memref.copy
func.func @a_tensor(%a: memref<4xf64> {lagrad.restrict}, %b: memref<4xf64>) -> f64 {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %copy = memref.alloc() : memref<4xf64>
  memref.copy %a, %copy : memref<4xf64> to memref<4xf64>
  linalg.fill ins(%zero : f64) outs(%b : memref<4xf64>)
  %first = memref.load %copy[%c0] : memref<4xf64>
  return %first : f64
}
