// RUN: lagrad-opt %s \
// RUN:   --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-layout-tape{field-bytes=0},\
// RUN:   lagrad-layer-tape{scratchpad-bytes=64},lagrad-index-scratchpad,canonicalize,cse' | FileCheck %s
// RUN: lagrad-check %s \
// RUN:   --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-layout-tape{field-bytes=0},\
// RUN:   lagrad-layer-tape{scratchpad-bytes=64},lagrad-index-scratchpad,lagrad-to-llvm'

// A row of the outer loop has nine times two numbers, 144 bytes; one of the inner loop 16, so that four are a layer.
func.func @f(%x: tensor<6x9xf64>, %y: tensor<6x9xf64>) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c6 = arith.constant 6 : index
  %c9 = arith.constant 9 : index
  %zero = arith.constant 0.0 : f64
  %0 = scf.for %i = %c0 to %c6 step %c1 iter_args(%p = %zero) -> f64 {
    %1 = scf.for %j = %c0 to %c9 step %c1 iter_args(%q = %p) -> f64 {
      %v = tensor.extract %x[%i, %j] : tensor<6x9xf64>
      %w = tensor.extract %y[%i, %j] : tensor<6x9xf64>
      %2 = arith.mulf %w, %v : f64
      %3 = arith.addf %q, %2 : f64
      scf.yield %3 : f64
    }
    scf.yield %1 : f64
  }
  return %0 : f64
}
// CHECK-LABEL: func.func @gradient(
// CHECK:         %[[TAPE:.*]] = scf.for {{.*}} -> (tensor<6x9x2xf64>)
// CHECK:           scf.for {{.*}} -> (tensor<9x2xf64>)
// CHECK:             %[[PAD:.*]] = bufferization.alloc_tensor() {memory_space = 1 : i64} : tensor<4x2xf64>
// CHECK:             scf.for {{.*}} iter_args({{.*}} = %[[PAD]]) -> (tensor<4x2xf64>)
// CHECK:             tensor.insert_slice {{.*}} : tensor<?x2xf64> into tensor<9x2xf64>
// CHECK:           } {lagrad.layer = 4 : i64, lagrad.layer_bytes = 64 : i64}
// CHECK:           tensor.insert_slice {{.*}} : tensor<9x2xf64> into tensor<6x9x2xf64>

// The adjoint takes a part of a row, with all that an iteration recorded.
// CHECK:         scf.for
// CHECK:           scf.for
// CHECK:             tensor.extract_slice %[[TAPE]][{{.*}}, 0] [1, %[[COUNT:.*]], 2] {{.*}} to tensor<?x2xf64>
// CHECK:             tensor.insert_slice %{{.*}} into %{{.*}}[0, 0] [%[[COUNT]], 2] {{.*}} into tensor<4x2xf64>
// CHECK:             scf.for
// CHECK-COUNT-2:       tensor.extract %{{.*}} : tensor<4x2xf64>
// CHECK:           } {lagrad.layer = 4 : i64, lagrad.layer_bytes = 64 : i64}
func.func private @gradient(tensor<6x9xf64>, tensor<6x9xf64>) -> (tensor<6x9xf64>, tensor<6x9xf64>)
    attributes {lagrad.gradient = @f}
