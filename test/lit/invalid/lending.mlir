// RUN: lagrad-opt %s --pipeline='lagrad-to-llvm{memory=lend}' --split-input-file --verify-diagnostics
// RUN: not lagrad-opt %s --pipeline='lagrad-to-llvm{memory=borrow}' 2>&1 | FileCheck %s
// CHECK: option 'memory' is define, declare or lend, not 'borrow'

// expected-error @below {{the function that takes memory of its caller would be @f_with_memory, which exists}}
func.func @f(%x: f64) -> f64 {
  return %x : f64
}
func.func @f_with_memory(%x: f64) -> f64 {
  return %x : f64
}
