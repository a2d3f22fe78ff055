// RUN: lagrad-opt %s --cse --report=%t.json > %t.mlir && FileCheck %s < %t.json

// CHECK: "input": "{{.*}}report.mlir"
// CHECK: "pipeline": "builtin.module(cse)"
// CHECK: "entries": []
func.func @f() {
  return
}
