// RUN: lagrad-opt %s --cse -canonicalize='max-iterations=3 top-down=0' --symbol-dce --dump-pass-pipeline 2>&1 | FileCheck %s
// RUN: lagrad-opt %s --canonicalize={max-iterations=3} --cse --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=BRACES

// Passes run in the order written, after the file or before it, with one dash or two.
// CHECK: builtin.module(cse,canonicalize{max-iterations=3 top-down=0},symbol-dce)
// BRACES: builtin.module(canonicalize{max-iterations=3},cse)
func.func @f() {
  return
}
