// RUN: lagrad-opt %s --lagrad-flush-subnormals | FileCheck %s
// RUN: lagrad-opt %s --lagrad-flush-subnormals=library=cblas | FileCheck %s --check-prefix=OTHER
// RUN: not lagrad-opt %s --lagrad-flush-subnormals=library=mkl 2>&1 | FileCheck %s --check-prefix=UNKNOWN

// Each call of the library goes through a function that sets two bits of the control register, and sets them back.
// CHECK-LABEL: llvm.func @sum
// CHECK:         %[[DOT:.*]] = llvm.call @lagrad.flushed.scipy_cblas_ddot(%{{.*}}) : (i32, !llvm.ptr, i32, !llvm.ptr, i32) -> f64
// CHECK:         llvm.call @lagrad.flushed.scipy_cblas_ddot
// CHECK:         %{{.*}} = llvm.call @cos(%[[DOT]])
// CHECK-LABEL: llvm.func @lagrad.flushed.scipy_cblas_ddot(
// CHECK-SAME:    attributes {passthrough = ["noinline"]}
// CHECK:         %[[BEFORE:.*]] = llvm.load %[[PLACE:.*]] : !llvm.ptr -> i32
// CHECK:         llvm.or %[[BEFORE]]
// CHECK:         llvm.call_intrinsic "llvm.x86.sse.ldmxcsr"(%[[PLACE]])
// CHECK:         %[[RESULT:.*]] = llvm.call @scipy_cblas_ddot(
// CHECK:         llvm.call_intrinsic "llvm.x86.sse.stmxcsr"(%[[PLACE]])
// CHECK:         llvm.and %[[BEFORE]]
// CHECK:         llvm.call_intrinsic "llvm.x86.sse.ldmxcsr"(%[[PLACE]])
// CHECK:         llvm.return %[[RESULT]] : f64
// CHECK-NOT:   lagrad.flushed

// OTHER-LABEL: llvm.func @sum
// OTHER-NOT:     flushed

// UNKNOWN: option 'library' of 'lagrad-flush-subnormals' is openblas, cblas or none, not 'mkl'
module {
  llvm.func @scipy_cblas_ddot(i32, !llvm.ptr, i32, !llvm.ptr, i32) -> f64
  llvm.func @cos(f64) -> f64
  llvm.func @sum(%n: i32, %x: !llvm.ptr, %y: !llvm.ptr) -> f64 {
    %one = llvm.mlir.constant(1 : i32) : i32
    %0 = llvm.call @scipy_cblas_ddot(%n, %x, %one, %y, %one) : (i32, !llvm.ptr, i32, !llvm.ptr, i32) -> f64
    %1 = llvm.call @scipy_cblas_ddot(%n, %y, %one, %y, %one) : (i32, !llvm.ptr, i32, !llvm.ptr, i32) -> f64
    %2 = llvm.call @cos(%0) : (f64) -> f64
    %3 = llvm.fadd %1, %2 : f64
    llvm.return %3 : f64
  }
}
