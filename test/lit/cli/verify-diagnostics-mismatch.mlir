// RUN: not lagrad-opt %s --split-input-file --verify-diagnostics 2>&1 | FileCheck %s

// CHECK: verify-diagnostics-mismatch.mlir:5:1: error: expected error "there is none" was not produced
// CHECK-NEXT: // expected-error @+1
// expected-error @+1 {{there is none}}
func.func @missing() { return }

// -----

func.func @unexpected(%x: f64) {
  // CHECK: mismatch.mlir:12:1: error: unexpected error: use of undeclared SSA value name
  %y = arith.addf %x, %z : f64
  return
}

// -----

func.func @wrong_line(%x: f64) {
  // CHECK: mismatch.mlir:20:1: error: unexpected error: use of undeclared SSA value name
  %y = arith.addf %x, %z : f64
  // CHECK: mismatch.mlir:22:1: error: expected error "use of undeclared" was not produced
  return // expected-error {{use of undeclared}}
}
