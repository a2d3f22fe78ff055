// RUN: lagrad-opt %s --lagrad-limit-unrolling | FileCheck %s
// RUN: lagrad-opt %s --lagrad-limit-unrolling='least=4 most=8' | FileCheck %s --check-prefix=FEW
// RUN: lagrad-opt %s --lagrad-limit-unrolling --convert-scf-to-cf --convert-cf-to-llvm \
// RUN:   | FileCheck %s --check-prefix=LOW
// RUN: not lagrad-opt %s --lagrad-limit-unrolling='least=9 most=8' 2>&1 | FileCheck %s --check-prefix=WRONG
// WRONG: options of 'lagrad-limit-unrolling': 'least' is 1 or more, 'most' no less than 'least'

// What LLVM reads is on the branch back.
// LOW:       #[[UNROLL:.*]] = #llvm.loop_unroll<disable = true>
// LOW:       #[[STAYS:.*]] = #llvm.loop_annotation<unroll = #[[UNROLL]]>
// LOW-LABEL: func.func @nest(
// LOW:         llvm.br {{.*}}loop_annotation = #[[STAYS]]

// LLVM makes vectors of the inner loop, and writes out no loop around it.
// CHECK:       #[[MADE:.*]] = #llvm.loop_annotation<isVectorized = true>
// CHECK:       #[[UNROLL:.*]] = #llvm.loop_unroll<disable = true>
// CHECK:       #[[AROUND:.*]] = #llvm.loop_annotation<unroll = #[[UNROLL]]>
// CHECK:       #{{.*}} = #llvm.loop_annotation<unroll = #[[UNROLL]], isVectorized = true>
// CHECK:       #[[VECTORIZE:.*]] = #llvm.loop_vectorize<followupVectorized = #[[MADE]]>
// CHECK:       #[[INNER:.*]] = #llvm.loop_annotation<vectorize = #[[VECTORIZE]], unroll = #[[UNROLL]]>
// CHECK:       #[[LATER:.*]] = #llvm.loop_vectorize<followupVectorized = #[[DONE:.*]], followupEpilogue = #[[DONE]]>
// CHECK:       #[[LONG:.*]] = #llvm.loop_annotation<vectorize = #[[LATER]]>
// CHECK-LABEL: func.func @nest(
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             memref.store
// CHECK:           } {loop_annotation = #[[INNER]]}
// CHECK:         } {loop_annotation = #[[AROUND]]}
func.func @nest(%x: memref<4x32xf32>, %v: f32) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c32 = arith.constant 32 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c32 step %c1 {
      memref.store %v, %x[%i, %j] : memref<4x32xf32>
    }
  }
  return
}

// Short loops are written out, and those around them. LLVM makes vectors of long ones as it likes, and then leaves
// them. Loops of vectors stay, and a loop around one that runs nobody knows how often.
// CHECK-LABEL: func.func @others(
// CHECK:         scf.for %{{.*}} = %{{.*}} to %c4
// CHECK:           scf.for %{{.*}} = %{{.*}} to %c8
// CHECK:           }{{$}}
// CHECK:         }{{$}}
// CHECK:         scf.for %{{.*}} = %{{.*}} to %c100
// CHECK:         } {loop_annotation = #[[LONG]]}
// CHECK:         scf.for %{{.*}} = %{{.*}} to %c32
// CHECK:         } {loop_annotation = #[[AROUND]]}
// CHECK:         scf.for %{{.*}} = %{{.*}} to %c4
// CHECK:           scf.for
// CHECK:           }{{$}}
// CHECK:         } {loop_annotation = #[[AROUND]]}
// FEW-LABEL:   func.func @others(
// FEW:           scf.for %{{.*}} = %{{.*}} to %c8
// FEW:           } {loop_annotation
// FEW:         } {loop_annotation
func.func @others(%x: memref<4x100xf32>, %v: f32, %w: vector<4xf32>, %n: index) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c4 = arith.constant 4 : index
  %c8 = arith.constant 8 : index
  %c32 = arith.constant 32 : index
  %c100 = arith.constant 100 : index
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %c8 step %c1 {
      memref.store %v, %x[%i, %j] : memref<4x100xf32>
    }
  }
  scf.for %j = %c0 to %c100 step %c1 {
    memref.store %v, %x[%c0, %j] : memref<4x100xf32>
  }
  scf.for %j = %c0 to %c32 step %c1 {
    vector.store %w, %x[%c0, %j] : memref<4x100xf32>, vector<4xf32>
  }
  scf.for %i = %c0 to %c4 step %c1 {
    scf.for %j = %c0 to %n step %c1 {
      memref.store %v, %x[%i, %j] : memref<4x100xf32>
    }
  }
  return
}
