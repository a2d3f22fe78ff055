// RUN: lagrad-opt %s --lagrad-limit-unrolling | FileCheck %s
// RUN: lagrad-opt %s --lagrad-to-llvm | FileCheck %s --check-prefix=LLVM

// Copies, and numbers gathered into both loops of a fill, are not unrolled; a few trips are.
// CHECK-LABEL: func.func @moves(
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             arith.select
// CHECK:           } {loop_annotation = #[[ONCE:.*]]}
// CHECK:         } {loop_annotation = #[[ONCE]]}
// CHECK:         scf.for
// CHECK:           memref.store
// CHECK-NEXT:    }{{$}}
// LLVM:          llvm.br {{.*}} {loop_annotation = #loop_annotation}
func.func @moves(%x: memref<?xf64>, %at: memref<?xindex>, %y: memref<20x30xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c20 = arith.constant 20 : index
  %zero = arith.constant 0.0 : f64
  scf.for %i = %c0 to %c20 step %c1 {
    scf.for %j = %c0 to %n step %c1 {  // down a column
      %v = memref.load %at[%j] : memref<?xindex>
      %0 = memref.load %x[%v] : memref<?xf64>
      %here = arith.cmpi eq, %i, %j : index
      %1 = arith.select %here, %0, %zero : f64
      memref.store %1, %y[%j, %i] : memref<20x30xf64>
    }
  }
  scf.for %i = %c0 to %c4 step %c1 {
    %0 = memref.load %x[%i] : memref<?xf64>
    memref.store %0, %y[%i, %i] : memref<20x30xf64>
  }
  return
}

// What computes is left to LLVM.
// CHECK-LABEL: func.func @computes(
// CHECK-NOT:     loop_annotation
// CHECK:         return
func.func @computes(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf64>
    %1 = arith.negf %0 : f64
    memref.store %1, %y[%i] : memref<?xf64>
  }
  return
}

// A row of unknown length is left to LLVM too.
// CHECK-LABEL: func.func @along(
// CHECK-NOT:     loop_annotation
// CHECK:         return
func.func @along(%x: memref<?xf64>, %y: memref<?xf64>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  scf.for %i = %c0 to %n step %c1 {
    %0 = memref.load %x[%i] : memref<?xf64>
    memref.store %0, %y[%i] : memref<?xf64>
  }
  return
}

// LLVM must not mask the last trips of a reduction by maxnumf, which it would lose.
// CHECK-LABEL: func.func @few_maxima(
// CHECK:         arith.maxnumf
// CHECK:       } {loop_annotation = #[[SCALAR:.*]]}
// CHECK:         arith.maximumf
// CHECK:       }{{$}}
func.func @few_maxima(%x: memref<13xf64>, %least: f64) -> (f64, f64) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c13 = arith.constant 13 : index
  %0 = scf.for %i = %c0 to %c13 step %c1 iter_args(%max = %least) -> f64 {
    %v = memref.load %x[%i] : memref<13xf64>
    %next = arith.maxnumf %max, %v : f64
    scf.yield %next : f64
  }
  %1 = scf.for %i = %c0 to %c13 step %c1 iter_args(%max = %least) -> f64 {
    %v = memref.load %x[%i] : memref<13xf64>
    %next = arith.maximumf %max, %v : f64
    scf.yield %next : f64
  }
  return %0, %1 : f64, f64
}

// Nor be asked to.
// CHECK-LABEL: func.func @many_maxima(
// CHECK:         arith.maxnumf
// CHECK:       } {loop_annotation = #[[ONCE]]}
func.func @many_maxima(%x: memref<?xf64>, %n: index, %least: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%max = %least) -> f64 {
    %v = memref.load %x[%i] : memref<?xf64>
    %next = arith.maxnumf %max, %v : f64
    scf.yield %next : f64
  } {loop_annotation = #llvm.loop_annotation<vectorize = <predicateEnable = true>, unroll = <disable = true>>}
  return %0 : f64
}
