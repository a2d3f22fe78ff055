// RUN: lagrad-opt %s --lagrad-raise-nests --canonicalize --remarks 2>&1 | FileCheck %s

// CHECK: remark: the loops of this function are linalg where its buffers lie apart
// CHECK: remark: @unknown stays on memory: cannot follow memory through 'memref.view'

// The address decides which of two versions is called: whole tensors, or what the program says.
// CHECK-LABEL: func.func @two(%arg
// CHECK:         scf.if
// CHECK:           call @two.apart(
// CHECK:         } else {
// CHECK:           call @two.overlapping(
// CHECK-LABEL: func.func private @two.overlapping(
// CHECK:         memref.store
func.func @two(%a: memref<9x9xf64>, %x: memref<9xf64>, %y: memref<9xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    scf.for %j = %c0 to %c9 step %c1 {
      %0 = memref.load %a[%i, %j] : memref<9x9xf64>
      %1 = memref.load %x[%j] : memref<9xf64>
      %2 = memref.load %y[%i] : memref<9xf64>
      %3 = arith.mulf %0, %1 : f64
      %4 = arith.addf %2, %3 : f64
      memref.store %4, %y[%i] : memref<9xf64>
    }
  }
  return
}

// A promise is checked.
// CHECK-LABEL: func.func @promised(%arg
// CHECK:         cf.assert {{.*}}"@promised takes memory that overlaps its argument 1, which it writes"
// CHECK:         linalg.generic
func.func @promised(%x: memref<9xf64> {llvm.noalias}, %y: memref<9xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    %0 = memref.load %x[%i] : memref<9xf64>
    %1 = math.exp %0 : f64
    memref.store %1, %y[%i] : memref<9xf64>
  }
  return
}

// A recurrence has no form on whole tensors. Where the buffers lie apart that is said of them.
// CHECK-LABEL: func.func @recurrence(%arg
// CHECK:           call @recurrence.apart(
func.func @recurrence(%x: memref<9xf64>, %y: memref<9xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c8 = arith.constant 8 : index
  scf.for %i = %c0 to %c8 step %c1 {
    %0 = memref.load %y[%i] : memref<9xf64>
    %1 = memref.load %x[%i] : memref<9xf64>
    %2 = arith.mulf %0, %1 : f64
    %k = arith.addi %i, %c1 : index
    memref.store %2, %y[%k] : memref<9xf64>
  }
  return
}

// What others may see in between, and lanes that are written out, stay.
func.func private @tell()
// CHECK-LABEL: func.func @told(%arg
// CHECK-NEXT:    %{{.*}} = arith.constant
// CHECK-NOT:     scf.if
// CHECK:         call @tell()
func.func @told(%x: memref<9xf64>, %y: memref<9xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %i = %c0 to %c9 step %c1 {
    %0 = memref.load %x[%i] : memref<9xf64>
    memref.store %0, %y[%i] : memref<9xf64>
    func.call @tell() : () -> ()
  }
  return
}

// CHECK-LABEL: func.func @parallel(%arg
// CHECK:         scf.parallel
func.func @parallel(%x: memref<9xf64>, %y: memref<9xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  scf.for %k = %c0 to %c9 step %c1 {
    %0 = memref.load %x[%k] : memref<9xf64>
    scf.parallel (%i) = (%c0) to (%c9) step (%c1) {
      memref.store %0, %y[%i] : memref<9xf64>
    }
  }
  return
}

// CHECK-LABEL: func.func @unknown(%arg
// CHECK:         memref.view
func.func @unknown(%x: memref<9xf64>, %b: memref<72xi8>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c9 = arith.constant 9 : index
  %y = memref.view %b[%c0][] : memref<72xi8> to memref<9xf64>
  scf.for %i = %c0 to %c9 step %c1 {
    %0 = memref.load %x[%i] : memref<9xf64>
    memref.store %0, %y[%i] : memref<9xf64>
  }
  return
}

// CHECK-LABEL: func.func private @two.apart(
// CHECK-SAME:    %{{.*}}: memref<9x9xf64> {lagrad.restrict}, %{{.*}}: memref<9xf64> {lagrad.restrict},
// CHECK-NOT:     scf.for
// CHECK:         linalg.generic
// CHECK-SAME:      iterator_types = ["parallel", "reduction"]
// CHECK:         materialize_in_destination
// CHECK-LABEL: func.func private @recurrence.apart(
// CHECK-SAME:    {lagrad.restrict}
// CHECK:         memref.store
