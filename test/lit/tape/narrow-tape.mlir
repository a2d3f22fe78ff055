// RUN: lagrad-opt %s --pipeline='lagrad-default,lagrad-narrow-tape,canonicalize,cse' | FileCheck %s
// RUN: lagrad-opt %s \
// RUN:   --pipeline='lagrad-default,lagrad-narrow-tape{tape-type=bf16},canonicalize,cse' \
// RUN:   | FileCheck %s --check-prefix=BF16
// RUN: lagrad-check %s --pipeline='lagrad-default,lagrad-narrow-tape,lagrad-to-llvm' --tolerance=1e-5
// RUN: not lagrad-check %s \
// RUN:   --pipeline='lagrad-default,lagrad-narrow-tape{tape-type=bf16},lagrad-to-llvm' \
// RUN:   | FileCheck %s --check-prefix=ERROR
// RUN: not lagrad-opt %s --pipeline='lagrad-narrow-tape{tape-type=f8}' 2>&1 | FileCheck %s --check-prefix=WRONG

// What an iteration records is rounded, and extended when it is read. lagrad-check says what that costs.
func.func @f(%x: f64, %v: tensor<3xf64>, %n: index) -> (f64, tensor<3xf64>) {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %v) -> (f64, tensor<3xf64>) {
    %1 = math.sin %p : f64
    %2 = math.sin %q : tensor<3xf64>
    scf.yield %1, %2 : f64, tensor<3xf64>
  }
  return %0#0, %0#1 : f64, tensor<3xf64>
}
// CHECK-LABEL: func.func @pullback(
// CHECK:         scf.for
// CHECK:           %[[NARROW:.*]] = arith.truncf %{{.*}} : f64 to f32
// CHECK:           tensor.insert %[[NARROW]] into %{{.*}} : tensor<?xf32>
// CHECK:           arith.truncf %{{.*}} : tensor<3xf64> to tensor<3xf32>
// CHECK:         scf.for
// CHECK-DAG:       arith.extf %{{.*}} : f32 to f64
// CHECK-DAG:       arith.extf %{{.*}} : tensor<3xf32> to tensor<3xf64>
// BF16: tensor<?xbf16>
// ERROR: wrong @pullback: {{.*}}error {{.*}} (allowed 1e-07)
// WRONG: option 'tape-type' of 'lagrad-narrow-tape' is f32 or bf16, not 'f8'
func.func private @pullback(f64, tensor<3xf64>, index, f64, tensor<3xf64>) -> (f64, tensor<3xf64>)
    attributes {lagrad.pullback = @f}
