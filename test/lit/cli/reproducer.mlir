// RUN: not lagrad-opt %s -p 'cse,one-shot-bufferize' --mlir-pass-pipeline-crash-reproducer=%t.mlir 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: FileCheck %s < %t.mlir
// RUN: not lagrad-opt %t.mlir --run-reproducer 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: lagrad-opt %s --cse --mlir-pass-pipeline-crash-reproducer=%t.2.mlir && not cat %t.2.mlir
// RUN: lagrad-opt %s --cse --mlir-generate-reproducer=%t.3.mlir && lagrad-opt %t.3.mlir --run-reproducer
// RUN: not lagrad-opt %s --run-reproducer 2>&1 | FileCheck %s --check-prefix=NONE

// CHECK: arith.addf
// CHECK: mlir_reproducer: {
// CHECK-NEXT: pipeline: "builtin.module(cse,one-shot-bufferize)"
// ERROR: reproducer.mlir:14:8: error: op was not bufferized
// NONE: error: --run-reproducer: the input holds no 'mlir_reproducer' resource
func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> {
  %y = arith.addf %x, %x : tensor<2xf64>
  return %y : tensor<2xf64>
}
