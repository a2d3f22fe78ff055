// RUN: lagrad-opt %s --allow-unregistered-dialect | FileCheck %s
// RUN: not lagrad-opt %s 2>&1 | FileCheck %s --check-prefix=REFUSED

// CHECK: "nobody.knows"
// REFUSED: unregistered.mlir:7:3: error: {{.*}}'nobody.knows'{{.*}}--allow-unregistered-dialect
func.func @f() {
  "nobody.knows"() : () -> ()
  return
}
