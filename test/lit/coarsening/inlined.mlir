// Derivatives of segments are inlined where they are called, and the lowering inlines segments: nothing is called.
// RUN: lagrad-opt %s --lagrad-coarsened -o %t.mlir
// RUN: FileCheck %s --check-prefix=COARSE --input-file=%t.mlir
// RUN: lagrad-opt %t.mlir --lagrad-normalize-program --inline --symbol-dce | FileCheck %s

// COARSE:     call @f_segment(
// COARSE-NOT: call @f_segment_pullback(
// CHECK-NOT: call
// CHECK-NOT: @f_segment
func.func @f(%x: f64, %y: f64) -> f64 {
  %a = arith.mulf %x, %x : f64
  %b = arith.mulf %a, %x : f64
  %r = arith.mulf %b, %x : f64
  return %r : f64
}
func.func private @gradient(f64, f64) -> (f64, f64) attributes {lagrad.gradient = @f}
