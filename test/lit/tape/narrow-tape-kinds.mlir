// RUN: lagrad-opt %s \
// RUN:   --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-narrow-tape,canonicalize,cse' \
// RUN:   | FileCheck %s --check-prefixes=CHECK,F32
// RUN: lagrad-opt %s \
// RUN:   --lagrad-differentiate=tape=record --lagrad-default --lagrad-narrow-tape=tape-type=bf16 --canonicalize --cse \
// RUN:   | FileCheck %s --check-prefixes=CHECK,BF16
// RUN: lagrad-check %s --arg n=3 --arg x=0.3 --arg k=2 --tolerance=5e-2 \
// RUN:   --pipeline='lagrad-differentiate{tape=record},lagrad-default,lagrad-narrow-tape{tape-type=bf16},lagrad-to-llvm'

// Floats that are no wider than the type asked for stay as they are, and so do integers and complex numbers.
func.func @single(%x: f32, %n: index) -> f32 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f32 {
    %1 = math.sin %p : f32
    scf.yield %1 : f32
  }
  return %0 : f32
}
// CHECK-LABEL: func.func @single_gradient(
// F32:           tensor.empty(%{{.*}}) : tensor<?xf32>
// BF16:          tensor.empty(%{{.*}}) : tensor<?xbf16>
func.func private @single_gradient(f32, index) -> f32 attributes {lagrad.gradient = @single}

func.func @half(%x: f16, %n: index) -> f16 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %0 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x) -> f16 {
    %1 = math.sin %p : f16
    scf.yield %1 : f16
  }
  return %0 : f16
}
// CHECK-LABEL: func.func @half_gradient(
// CHECK:         tensor.empty(%{{.*}}) : tensor<?xf16>
func.func private @half_gradient(f16, index) -> f16 attributes {lagrad.gradient = @half}

func.func @others(%x: f64, %k: i64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1 : i64
  %0:2 = scf.for %i = %c0 to %n step %c1 iter_args(%p = %x, %q = %k) -> (f64, i64) {
    %1 = math.fpowi %p, %q : f64, i64
    %2 = complex.create %1, %p : complex<f64>
    %3 = complex.exp %2 : complex<f64>
    %4 = complex.re %3 : complex<f64>
    %5 = math.sin %4 : f64
    %6 = arith.addi %q, %one : i64
    scf.yield %5, %6 : f64, i64
  }
  return %0#0 : f64
}
// CHECK-LABEL: func.func @others_gradient(
// CHECK-DAG:     tensor.empty(%{{.*}}) : tensor<?xi64>
// CHECK-DAG:     tensor.empty(%{{.*}}) : tensor<?xcomplex<f64>>
// F32-DAG:       tensor.empty(%{{.*}}) : tensor<?xf32>
// BF16-DAG:      tensor.empty(%{{.*}}) : tensor<?xbf16>
func.func private @others_gradient(f64, i64, index) -> f64 attributes {lagrad.gradient = @others}
