// RUN: lagrad-opt %s --emit=obj -o %t.o --dump-pass-pipeline --remarks --report=%t.json 2>&1 | FileCheck %s
// RUN: FileCheck %s --check-prefix=REPORT < %t.json
// RUN: lagrad-opt %s --lagrad-default --emit=llvmir -o %t.ll --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=TWO
// RUN: lagrad-opt %s --lagrad-default --lagrad-to-llvm --emit=obj -o %t.o --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=ONE
// RUN: lagrad-opt %s --emit=header --mlir-print-ir-after=lagrad-emit-c-interface -o %t.h 2>&1 | FileCheck %s --check-prefix=AFTER
// RUN: not lagrad-opt %s --emit=obj --mlir-print-ir-after=cononicalize -o %t.o 2>&1 | FileCheck %s --check-prefix=TYPO
// RUN: lagrad-opt %s --emit=shared --mlir-timing -o %t.so 2>&1 | FileCheck %s --check-prefix=TIMING
// RUN: lagrad-opt %s --emit=obj --target-cpu=x86-64-v3 --dump-pass-pipeline -o %t.o 2>&1 | FileCheck %s --check-prefix=PROCESSOR
// RUN: lagrad-opt %s --emit=obj --mlir-generate-reproducer=%t.mlir -o %t.o && FileCheck %s --check-prefix=REPRODUCER < %t.mlir

// What --emit runs beside the flags is a pipeline like any other: shown, watched and reported.
// CHECK-NOT: builtin.module()
// CHECK: builtin.module(lagrad-protect-derivatives,{{.*}},lagrad-differentiate,{{.*}},lagrad-emit-c-interface
// CHECK: remark: @df differentiates 1 operation
// REPORT: "pipeline": "builtin.module(lagrad-protect-derivatives,{{.*}},lagrad-emit-c-interface
// REPORT: "request": "df"

// A program that is lowered in two steps, or that is lowered already.
// TWO: builtin.module(lagrad-protect-derivatives
// TWO: builtin.module(lagrad-schedule-snapshots,lower-affine
// ONE: builtin.module(lagrad-protect-derivatives
// ONE-NOT: builtin.module

// AFTER: IR Dump After lagrad-emit-c-interface
// TYPO: cannot print the program around 'cononicalize': the pipeline has no such pass; did you mean 'canonicalize'?
// TIMING: Execution time report
// PROCESSOR: lagrad-define-products{processor=x86-64-v3}
// REPRODUCER: func.func private @df
// REPRODUCER: pipeline: "builtin.module(lagrad-protect-derivatives
func.func @f(%x: f64) -> f64 {
  %0 = math.sin %x : f64
  return %0 : f64
}
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
