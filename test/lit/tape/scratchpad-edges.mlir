// RUN: lagrad-opt %s \
// RUN:   --pipeline='lagrad-default,lagrad-layer-tape{scratchpad-bytes=64},lagrad-index-scratchpad,canonicalize,\
// RUN:   cse' | FileCheck %s
// RUN: lagrad-check %s \
// RUN:   --pipeline='lagrad-default,lagrad-layer-tape{scratchpad-bytes=64},lagrad-index-scratchpad,lagrad-to-llvm'

// The states before and after an iteration are rows of one tape. The row at the edge of two layers is in both, so that
// seven iterations of the adjoint read eight rows, which are 64 bytes; the primal has the same layers.
func.func @states(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f64 {
    %1 = arith.mulf %p, %p : f64
    %2 = math.tanh %1 : f64
    scf.yield %2 : f64
  }
  return %0 : f64
}
// CHECK-LABEL: func.func @states_gradient(
// CHECK:         bufferization.alloc_tensor() {{.*}} : tensor<7xf64>
// CHECK:         } {lagrad.layer = 7 : i64, lagrad.layer_bytes = 64 : i64}
// CHECK:         bufferization.alloc_tensor() {{.*}} : tensor<8xf64>
// CHECK:         } {lagrad.layer = 7 : i64, lagrad.layer_bytes = 64 : i64}
func.func private @states_gradient(f64, index) -> f64 attributes {lagrad.gradient = @states}

// Rows whose size is found when the function runs stay in memory, and their loop as it is.
func.func @open(%x: tensor<?xf64>, %n: index) -> tensor<?xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> tensor<?xf64> {
    %1 = math.sin %p : tensor<?xf64>
    scf.yield %1 : tensor<?xf64>
  }
  return %0 : tensor<?xf64>
}
// CHECK-LABEL: func.func @open_pullback(
// CHECK-NOT:     lagrad.layer
// CHECK-NOT:     bufferization.alloc_tensor
// CHECK-LABEL: func.func @steps_gradient(
func.func private @open_pullback(tensor<?xf64>, index, tensor<?xf64>) -> tensor<?xf64>
    attributes {lagrad.pullback = @open}

// A loop with the step of two counts its iterations, as its adjoint does, and both run in layers.
func.func @steps(%x: f64, %m: index, %n: index) -> f64 {
  %c2 = arith.constant 2 : index
  %0 = scf.for %i = %m to %n step %c2 iter_args(%p = %x) -> f64 {
    %1 = math.sin %p : f64
    scf.yield %1 : f64
  }
  return %0 : f64
}
// CHECK:         bufferization.alloc_tensor() {{.*}} : tensor<8xf64>
// CHECK:         scf.for %[[I:.*]] = %[[FIRST:.*]] to %{{.*}} step %c1
// CHECK-NOT:       arith.divui
// CHECK:           %[[AT:.*]] = arith.subi %[[I]], %[[FIRST]]
// CHECK:           tensor.insert %{{.*}} into %{{.*}}[%[[AT]]] : tensor<8xf64>
// CHECK:         } {lagrad.layer = 8 : i64, lagrad.layer_bytes = 64 : i64}
// CHECK:         bufferization.alloc_tensor() {{.*}} : tensor<8xf64>
// CHECK:         } {lagrad.layer = 8 : i64, lagrad.layer_bytes = 64 : i64}
func.func private @steps_gradient(f64, index, index) -> f64 attributes {lagrad.gradient = @steps}
