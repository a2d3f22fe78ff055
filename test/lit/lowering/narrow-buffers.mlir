// RUN: lagrad-opt %s --pipeline="func.func(lagrad-narrow-buffers,canonicalize)" | FileCheck %s
// RUN: lagrad-opt %s --pipeline="func.func(lagrad-narrow-buffers{bytes=4096})" | FileCheck %s --check-prefix=FEW
// RUN: lagrad-opt %s --pipeline="func.func(lagrad-narrow-buffers)" --remarks 2>&1 >/dev/null | FileCheck %s --check-prefix=REMARK
// RUN: not lagrad-opt %s --pipeline="func.func(lagrad-narrow-buffers{bytes=0})" 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: option 'bytes' of 'lagrad-narrow-buffers' is 1 or more, not 0

// Three loops, of which the second one goes several times over the columns that it is asked for. What stands between them goes before.
// REMARK: narrow-buffers.mlir:{{[0-9]+}}:8: remark: 1024 columns of this buffer are kept at a time
// FEW: memref.alloca() : memref<3x128xf64>
// CHECK-LABEL: func.func @sums(
// CHECK-SAME:    %[[A:[^:]*]]: memref<?x3xf64>, %[[X:[^:]*]]: memref<?x?xf64>, %[[R:[^:]*]]: memref<1xf64>, %[[Y:[^:]*]]: memref<3x?xf64>
// CHECK-DAG:     %[[STEP:.*]] = arith.constant 1024 : index
// CHECK-DAG:     %[[KEPT:.*]] = memref.alloca() : memref<3x1024xf64>
// CHECK-DAG:     %[[N:.*]] = memref.dim %[[X]], %c1
// CHECK-NOT:     memref.alloc(
// CHECK:         %[[S:.*]] = memref.load %[[R]]
// CHECK:         scf.for %[[FROM:.*]] = %c0 to %[[N]] step %[[STEP]] {
// CHECK:           %[[LIMIT:.*]] = arith.addi %[[FROM]], %[[STEP]]
// CHECK:           scf.for %[[I:.*]] = %c0 to %c3 step %c1 {
// CHECK:             %[[END:.*]] = arith.minsi %[[N]], %[[LIMIT]]
// CHECK:             scf.for %[[C:.*]] = %[[FROM]] to %[[END]] step %c1 {
// CHECK:               %[[PLACE:.*]] = arith.subi %[[C]], %[[FROM]]
// CHECK:               memref.store %{{.*}}, %[[KEPT]][%[[I]], %[[PLACE]]]
// CHECK:           scf.for
// CHECK:             scf.if
// CHECK:               scf.for %[[D:.*]] = %[[FROM]] to
// CHECK:                 %[[AT:.*]] = arith.subi %[[D]], %[[FROM]]
// CHECK:                 memref.load %[[X]][%{{.*}}, %[[D]]]
// CHECK:                 memref.load %[[KEPT]][%c1, %[[AT]]]
// CHECK:                 memref.store %{{.*}}, %[[KEPT]][%c1, %[[AT]]]
// CHECK:           scf.for %[[E:.*]] = %[[FROM]] to
// CHECK:             memref.load %[[KEPT]][%c1, %{{.*}}]
// CHECK:             memref.store %{{.*}}, %[[Y]][%c1, %[[E]]]
// CHECK-NOT:     memref.dealloc
// CHECK:         return
func.func @sums(%a: memref<?x3xf64>, %x: memref<?x?xf64>, %r: memref<1xf64>, %y: memref<3x?xf64>)
    attributes {lagrad.interface = (tensor<?x3xf64>, tensor<?x?xf64>, tensor<1xf64>) -> tensor<3x?xf64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %m = memref.dim %x, %c0 : memref<?x?xf64>
  %n = memref.dim %x, %c1 : memref<?x?xf64>
  %w = memref.alloc(%n) : memref<3x?xf64>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %c = %c0 to %n step %c1 {
      memref.store %zero, %w[%i, %c] : memref<3x?xf64>
    }
  }
  scf.for %b = %c0 to %m step %c1 {
    %t = memref.load %a[%b, %c1] : memref<?x3xf64>
    %is_zero = arith.cmpf oeq, %t, %zero : f64
    scf.if %is_zero {
    } else {
      scf.for %c = %c0 to %n step %c1 {
        %v = memref.load %x[%b, %c] : memref<?x?xf64>
        %u = memref.load %w[%c1, %c] : memref<3x?xf64>
        %p = arith.mulf %t, %v : f64
        %s = arith.addf %u, %p : f64
        memref.store %s, %w[%c1, %c] : memref<3x?xf64>
      }
    }
  }
  %s = memref.load %r[%c0] : memref<1xf64>
  scf.for %c = %c0 to %n step %c1 {
    %u = memref.load %w[%c1, %c] : memref<3x?xf64>
    %p = arith.mulf %u, %s : f64
    memref.store %p, %y[%c1, %c] : memref<3x?xf64>
  }
  memref.dealloc %w : memref<3x?xf64>
  return
}

// A row is not filled: what a trip around it has left there before would be lost.
// CHECK-LABEL: func.func @not_all(
// CHECK-NOT:     alloca
// CHECK:         memref.alloc(
// CHECK:         return
func.func @not_all(%a: memref<?x3xf64>, %x: memref<?x?xf64>, %r: memref<1xf64>, %y: memref<3x?xf64>)
    attributes {lagrad.interface = (tensor<?x3xf64>, tensor<?x?xf64>, tensor<1xf64>) -> tensor<3x?xf64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %m = memref.dim %x, %c0 : memref<?x?xf64>
  %n = memref.dim %x, %c1 : memref<?x?xf64>
  %w = memref.alloc(%n) : memref<3x?xf64>
  scf.for %i = %c0 to %c2 step %c1 {
    scf.for %c = %c0 to %n step %c1 {
      memref.store %zero, %w[%i, %c] : memref<3x?xf64>
    }
  }
  scf.for %b = %c0 to %m step %c1 {
    %t = memref.load %a[%b, %c1] : memref<?x3xf64>
    %is_zero = arith.cmpf oeq, %t, %zero : f64
    scf.if %is_zero {
    } else {
      scf.for %c = %c0 to %n step %c1 {
        %v = memref.load %x[%b, %c] : memref<?x?xf64>
        %u = memref.load %w[%c1, %c] : memref<3x?xf64>
        %p = arith.mulf %t, %v : f64
        %s = arith.addf %u, %p : f64
        memref.store %s, %w[%c1, %c] : memref<3x?xf64>
      }
    }
  }
  %s = memref.load %r[%c0] : memref<1xf64>
  scf.for %c = %c0 to %n step %c1 {
    %u = memref.load %w[%c1, %c] : memref<3x?xf64>
    %p = arith.mulf %u, %s : f64
    memref.store %p, %y[%c1, %c] : memref<3x?xf64>
  }
  memref.dealloc %w : memref<3x?xf64>
  return
}

// Nor is what columns there are.
// CHECK-LABEL: func.func @short(
// CHECK-NOT:     alloca
// CHECK:         memref.alloc(
// CHECK:         return
func.func @short(%a: memref<?x3xf64>, %x: memref<?x?xf64>, %r: memref<1xf64>, %y: memref<3x?xf64>)
    attributes {lagrad.interface = (tensor<?x3xf64>, tensor<?x?xf64>, tensor<1xf64>) -> tensor<3x?xf64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %m = memref.dim %x, %c0 : memref<?x?xf64>
  %n = memref.dim %x, %c1 : memref<?x?xf64>
  %w = memref.alloc(%n) : memref<3x?xf64>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %c = %c0 to %m step %c1 {
      memref.store %zero, %w[%i, %c] : memref<3x?xf64>
    }
  }
  scf.for %b = %c0 to %m step %c1 {
    %t = memref.load %a[%b, %c1] : memref<?x3xf64>
    %is_zero = arith.cmpf oeq, %t, %zero : f64
    scf.if %is_zero {
    } else {
      scf.for %c = %c0 to %n step %c1 {
        %v = memref.load %x[%b, %c] : memref<?x?xf64>
        %u = memref.load %w[%c1, %c] : memref<3x?xf64>
        %p = arith.mulf %t, %v : f64
        %s = arith.addf %u, %p : f64
        memref.store %s, %w[%c1, %c] : memref<3x?xf64>
      }
    }
  }
  %s = memref.load %r[%c0] : memref<1xf64>
  scf.for %c = %c0 to %n step %c1 {
    %u = memref.load %w[%c1, %c] : memref<3x?xf64>
    %p = arith.mulf %u, %s : f64
    memref.store %p, %y[%c1, %c] : memref<3x?xf64>
  }
  memref.dealloc %w : memref<3x?xf64>
  return
}

// Another column is looked at.
// CHECK-LABEL: func.func @first_column(
// CHECK-NOT:     alloca
// CHECK:         memref.alloc(
// CHECK:         return
func.func @first_column(%a: memref<?x3xf64>, %x: memref<?x?xf64>, %r: memref<1xf64>, %y: memref<3x?xf64>)
    attributes {lagrad.interface = (tensor<?x3xf64>, tensor<?x?xf64>, tensor<1xf64>) -> tensor<3x?xf64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %m = memref.dim %x, %c0 : memref<?x?xf64>
  %n = memref.dim %x, %c1 : memref<?x?xf64>
  %w = memref.alloc(%n) : memref<3x?xf64>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %c = %c0 to %n step %c1 {
      memref.store %zero, %w[%i, %c] : memref<3x?xf64>
    }
  }
  scf.for %b = %c0 to %m step %c1 {
    %t = memref.load %a[%b, %c1] : memref<?x3xf64>
    %is_zero = arith.cmpf oeq, %t, %zero : f64
    scf.if %is_zero {
    } else {
      scf.for %c = %c0 to %n step %c1 {
        %v = memref.load %x[%b, %c] : memref<?x?xf64>
        %u = memref.load %w[%c1, %c0] : memref<3x?xf64>
        %p = arith.mulf %t, %v : f64
        %s = arith.addf %u, %p : f64
        memref.store %s, %w[%c1, %c] : memref<3x?xf64>
      }
    }
  }
  %s = memref.load %r[%c0] : memref<1xf64>
  scf.for %c = %c0 to %n step %c1 {
    %u = memref.load %w[%c1, %c] : memref<3x?xf64>
    %p = arith.mulf %u, %s : f64
    memref.store %p, %y[%c1, %c] : memref<3x?xf64>
  }
  memref.dealloc %w : memref<3x?xf64>
  return
}

// What one of the loops writes another one reads.
// CHECK-LABEL: func.func @read_back(
// CHECK-NOT:     alloca
// CHECK:         memref.alloc(
// CHECK:         return
func.func @read_back(%a: memref<?x3xf64>, %x: memref<?x?xf64>, %r: memref<1xf64>, %y: memref<3x?xf64>)
    attributes {lagrad.interface = (tensor<?x3xf64>, tensor<?x?xf64>, tensor<1xf64>) -> tensor<3x?xf64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %m = memref.dim %x, %c0 : memref<?x?xf64>
  %n = memref.dim %x, %c1 : memref<?x?xf64>
  %w = memref.alloc(%n) : memref<3x?xf64>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %c = %c0 to %n step %c1 {
      memref.store %zero, %w[%i, %c] : memref<3x?xf64>
    }
  }
  scf.for %b = %c0 to %m step %c1 {
    %t = memref.load %a[%b, %c1] : memref<?x3xf64>
    %is_zero = arith.cmpf oeq, %t, %zero : f64
    scf.if %is_zero {
    } else {
      scf.for %c = %c0 to %n step %c1 {
        %v = memref.load %x[%b, %c] : memref<?x?xf64>
        %u = memref.load %w[%c1, %c] : memref<3x?xf64>
        %p = arith.mulf %t, %v : f64
        %s = arith.addf %u, %p : f64
        memref.store %s, %w[%c1, %c] : memref<3x?xf64>
      }
    }
  }
  %s = memref.load %y[%c1, %c0] : memref<3x?xf64>
  scf.for %c = %c0 to %n step %c1 {
    %u = memref.load %w[%c1, %c] : memref<3x?xf64>
    %p = arith.mulf %u, %s : f64
    memref.store %p, %y[%c1, %c] : memref<3x?xf64>
  }
  memref.dealloc %w : memref<3x?xf64>
  return
}

// Two of the loops write, so that the order of what they write would change.
// CHECK-LABEL: func.func @two_writers(
// CHECK-NOT:     alloca
// CHECK:         memref.alloc(
// CHECK:         return
func.func @two_writers(%a: memref<?x3xf64>, %x: memref<?x?xf64>, %r: memref<1xf64>, %y: memref<3x?xf64>)
    attributes {lagrad.interface = (tensor<?x3xf64>, tensor<?x?xf64>, tensor<1xf64>) -> tensor<3x?xf64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %m = memref.dim %x, %c0 : memref<?x?xf64>
  %n = memref.dim %x, %c1 : memref<?x?xf64>
  %w = memref.alloc(%n) : memref<3x?xf64>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %c = %c0 to %n step %c1 {
      memref.store %zero, %w[%i, %c] : memref<3x?xf64>
    }
  }
  scf.for %b = %c0 to %m step %c1 {
    %t = memref.load %a[%b, %c1] : memref<?x3xf64>
    %is_zero = arith.cmpf oeq, %t, %zero : f64
    scf.if %is_zero {
    } else {
      scf.for %c = %c0 to %n step %c1 {
        %v = memref.load %x[%b, %c] : memref<?x?xf64>
        %u = memref.load %w[%c1, %c] : memref<3x?xf64>
        %p = arith.mulf %t, %v : f64
        %s = arith.addf %u, %p : f64
        memref.store %s, %w[%c1, %c] : memref<3x?xf64>
        memref.store %s, %y[%c1, %c] : memref<3x?xf64>
      }
    }
  }
  %s = memref.load %r[%c0] : memref<1xf64>
  scf.for %c = %c0 to %n step %c1 {
    %u = memref.load %w[%c1, %c] : memref<3x?xf64>
    %p = arith.mulf %u, %s : f64
    memref.store %p, %y[%c1, %c] : memref<3x?xf64>
  }
  memref.dealloc %w : memref<3x?xf64>
  return
}

// The buffer is looked at by others.
// CHECK-LABEL: func.func @read_later(
// CHECK-NOT:     alloca
// CHECK:         memref.alloc(
// CHECK:         return
func.func @read_later(%a: memref<?x3xf64>, %x: memref<?x?xf64>, %r: memref<1xf64>, %y: memref<3x?xf64>)
    attributes {lagrad.interface = (tensor<?x3xf64>, tensor<?x?xf64>, tensor<1xf64>) -> tensor<3x?xf64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %m = memref.dim %x, %c0 : memref<?x?xf64>
  %n = memref.dim %x, %c1 : memref<?x?xf64>
  %w = memref.alloc(%n) : memref<3x?xf64>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %c = %c0 to %n step %c1 {
      memref.store %zero, %w[%i, %c] : memref<3x?xf64>
    }
  }
  scf.for %b = %c0 to %m step %c1 {
    %t = memref.load %a[%b, %c1] : memref<?x3xf64>
    %is_zero = arith.cmpf oeq, %t, %zero : f64
    scf.if %is_zero {
    } else {
      scf.for %c = %c0 to %n step %c1 {
        %v = memref.load %x[%b, %c] : memref<?x?xf64>
        %u = memref.load %w[%c1, %c] : memref<3x?xf64>
        %p = arith.mulf %t, %v : f64
        %s = arith.addf %u, %p : f64
        memref.store %s, %w[%c1, %c] : memref<3x?xf64>
      }
    }
  }
  %s = memref.load %r[%c0] : memref<1xf64>
  scf.for %c = %c0 to %n step %c1 {
    %u = memref.load %w[%c1, %c] : memref<3x?xf64>
    %p = arith.mulf %u, %s : f64
    memref.store %p, %y[%c1, %c] : memref<3x?xf64>
  }
  %end = memref.load %w[%c1, %c0] : memref<3x?xf64>
  memref.store %end, %r[%c0] : memref<1xf64>
  memref.dealloc %w : memref<3x?xf64>
  return
}

// Nothing is filled where an outer loop makes no trip.
// CHECK-LABEL: func.func @maybe_never(
// CHECK-NOT:     alloca
// CHECK:         memref.alloc(
// CHECK:         return
func.func @maybe_never(%a: memref<?x3xf64>, %x: memref<?x?xf64>, %r: memref<1xf64>, %y: memref<3x?xf64>)
    attributes {lagrad.interface = (tensor<?x3xf64>, tensor<?x?xf64>, tensor<1xf64>) -> tensor<3x?xf64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %m = memref.dim %x, %c0 : memref<?x?xf64>
  %n = memref.dim %x, %c1 : memref<?x?xf64>
  %w = memref.alloc(%n) : memref<3x?xf64>
  scf.for %k = %c0 to %m step %c1 {
    scf.for %i = %c0 to %c3 step %c1 {
      scf.for %c = %c0 to %n step %c1 {
        memref.store %zero, %w[%i, %c] : memref<3x?xf64>
      }
    }
  }
  scf.for %b = %c0 to %m step %c1 {
    %t = memref.load %a[%b, %c1] : memref<?x3xf64>
    %is_zero = arith.cmpf oeq, %t, %zero : f64
    scf.if %is_zero {
    } else {
      scf.for %c = %c0 to %n step %c1 {
        %v = memref.load %x[%b, %c] : memref<?x?xf64>
        %u = memref.load %w[%c1, %c] : memref<3x?xf64>
        %p = arith.mulf %t, %v : f64
        %s = arith.addf %u, %p : f64
        memref.store %s, %w[%c1, %c] : memref<3x?xf64>
      }
    }
  }
  %s = memref.load %r[%c0] : memref<1xf64>
  scf.for %c = %c0 to %n step %c1 {
    %u = memref.load %w[%c1, %c] : memref<3x?xf64>
    %p = arith.mulf %u, %s : f64
    memref.store %p, %y[%c1, %c] : memref<3x?xf64>
  }
  memref.dealloc %w : memref<3x?xf64>
  return
}

// What a loop writes that goes several times over the columns would be written in another order.
// CHECK-LABEL: func.func @writes_often(
// CHECK-NOT:     alloca
// CHECK:         memref.alloc(
// CHECK:         return
func.func @writes_often(%a: memref<?x3xf64>, %x: memref<?x?xf64>, %r: memref<1xf64>, %y: memref<3x?xf64>, %z: memref<3x?xf64>)
    attributes {lagrad.interface = (tensor<?x3xf64>, tensor<?x?xf64>, tensor<1xf64>) -> (tensor<3x?xf64>, tensor<3x?xf64>)} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %m = memref.dim %x, %c0 : memref<?x?xf64>
  %n = memref.dim %x, %c1 : memref<?x?xf64>
  %w = memref.alloc(%n) : memref<3x?xf64>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %c = %c0 to %n step %c1 {
      memref.store %zero, %w[%i, %c] : memref<3x?xf64>
    }
  }
  scf.for %b = %c0 to %m step %c1 {
    %t = memref.load %a[%b, %c1] : memref<?x3xf64>
    %is_zero = arith.cmpf oeq, %t, %zero : f64
    scf.if %is_zero {
    } else {
      scf.for %c = %c0 to %n step %c1 {
        %v = memref.load %x[%b, %c] : memref<?x?xf64>
        %u = memref.load %w[%c1, %c] : memref<3x?xf64>
        %p = arith.mulf %t, %v : f64
        %s = arith.addf %u, %p : f64
        memref.store %s, %w[%c1, %c] : memref<3x?xf64>
        memref.store %s, %z[%c1, %c] : memref<3x?xf64>
      }
    }
  }
  %s = memref.load %r[%c0] : memref<1xf64>
  scf.for %c = %c0 to %n step %c1 {
    %u = memref.load %w[%c1, %c] : memref<3x?xf64>
    %p = arith.mulf %u, %s : f64
    memref.store %p, %y[%c1, %c] : memref<3x?xf64>
  }
  memref.dealloc %w : memref<3x?xf64>
  return
}

// What one of the loops reads another one writes later.
// CHECK-LABEL: func.func @reads_before(
// CHECK-NOT:     alloca
// CHECK:         memref.alloc(
// CHECK:         return
func.func @reads_before(%a: memref<?x3xf64>, %x: memref<?x?xf64>, %r: memref<1xf64>, %y: memref<3x?xf64>)
    attributes {lagrad.interface = (tensor<?x3xf64>, tensor<?x?xf64>, tensor<1xf64>) -> tensor<3x?xf64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %m = memref.dim %x, %c0 : memref<?x?xf64>
  %n = memref.dim %x, %c1 : memref<?x?xf64>
  %w = memref.alloc(%n) : memref<3x?xf64>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %c = %c0 to %n step %c1 {
      memref.store %zero, %w[%i, %c] : memref<3x?xf64>
    }
  }
  scf.for %b = %c0 to %m step %c1 {
    %t = memref.load %a[%b, %c1] : memref<?x3xf64>
    %is_zero = arith.cmpf oeq, %t, %zero : f64
    scf.if %is_zero {
    } else {
      scf.for %c = %c0 to %n step %c1 {
        %v = memref.load %x[%b, %c] : memref<?x?xf64>
        %u = memref.load %w[%c1, %c] : memref<3x?xf64>
        %p = arith.mulf %t, %v : f64
        %s = arith.addf %u, %p : f64
        memref.store %s, %w[%c1, %c] : memref<3x?xf64>
        %o = memref.load %y[%c1, %c0] : memref<3x?xf64>
        %so = arith.addf %s, %o : f64
        memref.store %so, %w[%c2, %c] : memref<3x?xf64>
      }
    }
  }
  %s = memref.load %r[%c0] : memref<1xf64>
  scf.for %c = %c0 to %n step %c1 {
    %u = memref.load %w[%c1, %c] : memref<3x?xf64>
    %p = arith.mulf %u, %s : f64
    memref.store %p, %y[%c1, %c] : memref<3x?xf64>
  }
  memref.dealloc %w : memref<3x?xf64>
  return
}

// A column is put together with all others.
// CHECK-LABEL: func.func @two_columns(
// CHECK-NOT:     alloca
// CHECK:         memref.alloc(
// CHECK:         return
func.func @two_columns(%a: memref<?x3xf64>, %x: memref<?x?xf64>, %r: memref<1xf64>, %y: memref<3x?xf64>)
    attributes {lagrad.interface = (tensor<?x3xf64>, tensor<?x?xf64>, tensor<1xf64>) -> tensor<3x?xf64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %m = memref.dim %x, %c0 : memref<?x?xf64>
  %n = memref.dim %x, %c1 : memref<?x?xf64>
  %w = memref.alloc(%n) : memref<3x?xf64>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %c = %c0 to %n step %c1 {
      memref.store %zero, %w[%i, %c] : memref<3x?xf64>
    }
  }
  scf.for %b = %c0 to %m step %c1 {
    %t = memref.load %a[%b, %c1] : memref<?x3xf64>
    %is_zero = arith.cmpf oeq, %t, %zero : f64
    scf.if %is_zero {
    } else {
      scf.for %c = %c0 to %n step %c1 {
        %v = memref.load %x[%b, %c] : memref<?x?xf64>
        %u = memref.load %w[%c1, %c] : memref<3x?xf64>
        %p = arith.mulf %t, %v : f64
        %s = arith.addf %u, %p : f64
        memref.store %s, %w[%c1, %c] : memref<3x?xf64>
        scf.for %e = %c0 to %n step %c1 {
          %o = memref.load %w[%c2, %e] : memref<3x?xf64>
          %so = arith.addf %s, %o : f64
          memref.store %so, %w[%c1, %c] : memref<3x?xf64>
        }
      }
    }
  }
  %s = memref.load %r[%c0] : memref<1xf64>
  scf.for %c = %c0 to %n step %c1 {
    %u = memref.load %w[%c1, %c] : memref<3x?xf64>
    %p = arith.mulf %u, %s : f64
    memref.store %p, %y[%c1, %c] : memref<3x?xf64>
  }
  memref.dealloc %w : memref<3x?xf64>
  return
}

// What a loop over all columns carries is of all of them.
// CHECK-LABEL: func.func @carried(
// CHECK-NOT:     alloca
// CHECK:         memref.alloc(
// CHECK:         return
func.func @carried(%a: memref<?x3xf64>, %x: memref<?x?xf64>, %r: memref<1xf64>, %y: memref<3x?xf64>)
    attributes {lagrad.interface = (tensor<?x3xf64>, tensor<?x?xf64>, tensor<1xf64>) -> tensor<3x?xf64>} {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c2 = arith.constant 2 : index
  %c3 = arith.constant 3 : index
  %zero = arith.constant 0.0 : f64
  %m = memref.dim %x, %c0 : memref<?x?xf64>
  %n = memref.dim %x, %c1 : memref<?x?xf64>
  %w = memref.alloc(%n) : memref<3x?xf64>
  scf.for %i = %c0 to %c3 step %c1 {
    scf.for %c = %c0 to %n step %c1 {
      memref.store %zero, %w[%i, %c] : memref<3x?xf64>
    }
  }
  %total = scf.for %b = %c0 to %m step %c1 iter_args(%k = %zero) -> f64 {
    %t = memref.load %a[%b, %c1] : memref<?x3xf64>
    %is_zero = arith.cmpf oeq, %t, %zero : f64
    scf.if %is_zero {
    } else {
      scf.for %c = %c0 to %n step %c1 {
        %v = memref.load %x[%b, %c] : memref<?x?xf64>
        %u = memref.load %w[%c1, %c] : memref<3x?xf64>
        %p = arith.mulf %t, %v : f64
        %s = arith.addf %u, %p : f64
        memref.store %s, %w[%c1, %c] : memref<3x?xf64>
      }
    }
    %k1 = arith.addf %k, %t : f64
    scf.yield %k1 : f64
  }
  %s = memref.load %r[%c0] : memref<1xf64>
  scf.for %c = %c0 to %n step %c1 {
    %u = memref.load %w[%c1, %c] : memref<3x?xf64>
    %p = arith.mulf %u, %total : f64
    memref.store %p, %y[%c1, %c] : memref<3x?xf64>
  }
  memref.dealloc %w : memref<3x?xf64>
  return
}
