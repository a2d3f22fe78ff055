// RUN: lagrad-opt %s --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-layout-tape,canonicalize,cse' | FileCheck %s
// RUN: lagrad-opt %s --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-layout-tape{rows=scalars},canonicalize,cse' | FileCheck %s --check-prefix=SCALARS
// RUN: lagrad-check %s --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-layout-tape,lagrad-to-llvm'

// Rows that are vectors: their elements alternate. With rows=scalars they stay apart.
func.func @vectors(%x: tensor<4xf64>, %n: index) -> tensor<4xf64> {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> tensor<4xf64> {
    %1 = math.sin %p : tensor<4xf64>
    %2 = math.exp %1 : tensor<4xf64>
    %3 = arith.addf %2, %2 : tensor<4xf64>
    scf.yield %3 : tensor<4xf64>
  }
  return %0 : tensor<4xf64>
}
// CHECK-LABEL: func.func @vectors_pullback(
// CHECK:         tensor.empty(%{{.*}}) : tensor<?x4x2xf64>
// CHECK:         scf.for
// CHECK:           tensor.insert_slice %{{.*}} into %{{.*}}[%{{.*}}, 0, 0] [1, 4, 1] [1, 1, 1] : tensor<4xf64> into tensor<?x4x2xf64>
// CHECK:           tensor.insert_slice %{{.*}} into %{{.*}}[%{{.*}}, 0, 1] [1, 4, 1] [1, 1, 1] : tensor<4xf64> into tensor<?x4x2xf64>
// CHECK:         scf.for
// CHECK-COUNT-2:   tensor.extract_slice %{{.*}} : tensor<?x4x2xf64> to tensor<4xf64>
// SCALARS-NOT: x2xf64
func.func private @vectors_pullback(tensor<4xf64>, index, tensor<4xf64>) -> tensor<4xf64> attributes {lagrad.pullback = @vectors}
