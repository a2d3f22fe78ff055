// RUN: lagrad-opt %s -p "lagrad-stream-results{bytes=1024},canonicalize,cse" | FileCheck %s
// RUN: lagrad-opt %s --lagrad-stream-results --remarks -o /dev/null 2>&1 | FileCheck %s --check-prefix=WHY

// The first loop goes to where a line of memory begins, or does all if the result is small.
// CHECK-LABEL: func.func @scaled(
// CHECK-SAME:    %[[A:.*]]: memref<?xf64> {{.*}}, %[[OUT:.*]]: memref<?xf64>
// CHECK:         %[[LARGE:.*]] = arith.cmpi sge, %{{.*}}, %c1024
// CHECK:         %[[POINTER:.*]] = memref.extract_aligned_pointer_as_index %[[OUT]]
// CHECK:         %[[LINE:.*]] = arith.andi %{{.*}}, %[[LARGE]]
// CHECK:         %[[AHEAD:.*]] = arith.select %[[LINE]]
// CHECK:         scf.for %{{.*}} = %c0 to %[[AHEAD]] step %c1
// CHECK:           memref.store %{{.*}}, %[[OUT]]
// CHECK:         scf.for %[[I:.*]] = %[[AHEAD]] to %[[END:.*]] step %c8
// CHECK:           vector.store %{{.*}}, %[[OUT]][%[[I]]] {alignment = 64 : i64, nontemporal = true} : memref<?xf64>, vector<8xf64>
// CHECK:         scf.for %{{.*}} = %[[END]] to %{{.*}} step %c1
// CHECK:           memref.store %{{.*}}, %[[OUT]]
// CHECK:         scf.if %[[LARGE]]
// CHECK-NEXT:      llvm.fence seq_cst
// WHY:           :3: remark: writes its result past the caches if that is large
func.func @scaled(%a: memref<?xf64> {llvm.noalias}, %out: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %out, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf64>
    %y = arith.mulf %x, %x : f64
    memref.store %y, %out[%i] : memref<?xf64>
  }
  return
}

// Too small for ever.
// CHECK-LABEL: func.func @small(
// CHECK-NOT:     nontemporal
func.func @small(%a: memref<10xf64> {llvm.noalias}, %out: memref<10xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  scf.for %i = %c0 to %c10 step %c1 {
    %x = memref.load %a[%i] : memref<10xf64>
    %y = arith.mulf %x, %x : f64
    memref.store %y, %out[%i] : memref<10xf64>
  }
  return
}

// What is read again, written again, or by a loop that strides, stays in the caches.
// CHECK-LABEL: func.func @sums(
// CHECK-NOT:     nontemporal
func.func @sums(%a: memref<?x?xf64> {llvm.noalias}, %out: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf64>
  %n = memref.dim %out, %c0 : memref<?xf64>
  scf.for %j = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %a[%j, %i] : memref<?x?xf64>
      %s = memref.load %out[%i] : memref<?xf64>
      %y = arith.addf %x, %s : f64
      memref.store %y, %out[%i] : memref<?xf64>
    }
  }
  return
}

// CHECK-LABEL: func.func @last_row(
// CHECK-NOT:     nontemporal
func.func @last_row(%a: memref<?x?xf64> {llvm.noalias}, %out: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf64>
  %n = memref.dim %out, %c0 : memref<?xf64>
  scf.for %j = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %a[%j, %i] : memref<?x?xf64>
      %y = arith.mulf %x, %x : f64
      memref.store %y, %out[%i] : memref<?xf64>
    }
  }
  return
}

// CHECK-LABEL: func.func @transposed(
// CHECK-NOT:     nontemporal
func.func @transposed(%a: memref<?x?xf64> {llvm.noalias}, %out: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %a, %c0 : memref<?x?xf64>
  %n = memref.dim %a, %c1 : memref<?x?xf64>
  scf.for %j = %c0 to %m step %c1 {
    scf.for %i = %c0 to %n step %c1 {
      %x = memref.load %a[%j, %i] : memref<?x?xf64>
      %y = arith.mulf %x, %x : f64
      memref.store %y, %out[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

// A copy becomes a call of memcpy, which knows the caches itself.
// CHECK-LABEL: func.func @copied(
// CHECK-NOT:     nontemporal
func.func @copied(%a: memref<?xf64> {llvm.noalias}, %out: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %out, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    %x = memref.load %a[%i] : memref<?xf64>
    memref.store %x, %out[%i] : memref<?xf64>
  }
  return
}

// One row for all goes past the caches, as a number does that is known only when the program runs.
// CHECK-LABEL: func.func @repeated(
// CHECK:         vector.store %{{.*}}, %{{.*}} {alignment = 64 : i64, nontemporal = true}
func.func @repeated(%a: memref<?xf64> {llvm.noalias}, %out: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %out, %c0 : memref<?x?xf64>
  %n = memref.dim %out, %c1 : memref<?x?xf64>
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      %x = memref.load %a[%j] : memref<?xf64>
      memref.store %x, %out[%i, %j] : memref<?x?xf64>
    }
  }
  return
}

// CHECK-LABEL: func.func @number(
// CHECK:         vector.store %{{.*}}, %{{.*}} {alignment = 64 : i64, nontemporal = true}
func.func @number(%x: f64, %out: memref<?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %out, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %x, %out[%i] : memref<?xf64>
  }
  return
}

// Zeros become a call of memset.
// CHECK-LABEL: func.func @zeros(
// CHECK-NOT:     nontemporal
func.func @zeros(%out: memref<?xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %n = memref.dim %out, %c0 : memref<?xf64>
  scf.for %i = %c0 to %n step %c1 {
    memref.store %zero, %out[%i] : memref<?xf64>
  }
  return
}

// Loops that share a row, zeros too, and loops of which one runs.
// CHECK-LABEL: func.func @one_of_two(
// CHECK-COUNT-3: vector.store %{{.*}}, %{{.*}} {alignment = 64 : i64, nontemporal = true}
// CHECK:         llvm.fence
func.func @one_of_two(%x: f64, %is_half: i1, %out: memref<?x?xf64> {llvm.noalias}) {
  %zero = arith.constant 0.0 : f64
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %out, %c0 : memref<?x?xf64>
  %n = memref.dim %out, %c1 : memref<?x?xf64>
  scf.if %is_half {
    scf.for %i = %c0 to %m step %c1 {
      %rest = arith.subi %n, %i : index
      %part = memref.subview %out[%i, %i] [1, %rest] [1, 1] : memref<?x?xf64> to memref<?xf64, strided<[1], offset: ?>>
      scf.for %j = %c0 to %i step %c1 {
        memref.store %zero, %out[%i, %j] : memref<?x?xf64>
      }
      scf.for %j = %c0 to %rest step %c1 {
        memref.store %x, %part[%j] : memref<?xf64, strided<[1], offset: ?>>
      }
    }
  } else {
    scf.for %i = %c0 to %m step %c1 {
      scf.for %j = %c0 to %n step %c1 {
        memref.store %x, %out[%i, %j] : memref<?x?xf64>
      }
    }
  }
  return
}

// What may be written twice stays in the caches.
// CHECK-LABEL: func.func @twice(
// CHECK-NOT:     nontemporal
func.func @twice(%x: f64, %out: memref<?x?xf64> {llvm.noalias}) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %m = memref.dim %out, %c0 : memref<?x?xf64>
  %n = memref.dim %out, %c1 : memref<?x?xf64>
  %y = arith.mulf %x, %x : f64
  scf.for %i = %c0 to %m step %c1 {
    scf.for %j = %c0 to %i step %c1 {
      memref.store %x, %out[%i, %j] : memref<?x?xf64>
    }
    scf.for %j = %c1 to %n step %c1 {
      memref.store %y, %out[%i, %j] : memref<?x?xf64>
    }
  }
  return
}
