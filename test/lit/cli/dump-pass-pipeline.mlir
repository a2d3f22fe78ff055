// RUN: lagrad-opt %s -p 'inline{op-pipelines={func.func(cse,canonicalize)}  max-iterations=2} , func.func( cse )' --dump-pass-pipeline 2>&1 | FileCheck %s
// RUN: lagrad-opt %s -p lagrad-to-llvm --dump-pass-pipeline 2>&1 | FileCheck %s --check-prefix=NAMED
// RUN: lagrad-opt %s --dump-pass-pipeline 2>&1 >%t | FileCheck %s --check-prefix=EMPTY

// What is printed is a pipeline again, with the named ones written out.
// CHECK: builtin.module(inline{op-pipelines={func.func(cse,canonicalize)} max-iterations=2},func.func(cse))
// NAMED: builtin.module({{.*}}one-shot-bufferize{{.*}}reconcile-unrealized-casts
// EMPTY: builtin.module()
func.func @f() {
  return
}
