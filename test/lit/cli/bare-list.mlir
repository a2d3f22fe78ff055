// RUN: lagrad-opt %s -p 'cse,promote-buffers-to-stack,buffer-hoisting,canonicalize' --dump-pass-pipeline 2>&1 | FileCheck %s
// RUN: lagrad-opt %s --cse --promote-buffers-to-stack --buffer-hoisting --canonicalize --dump-pass-pipeline 2>&1 | FileCheck %s

// In a list without `builtin.module(...)`, passes for functions run on each function.
// CHECK: builtin.module(cse,func.func(promote-buffers-to-stack,buffer-hoisting),canonicalize)
func.func @f() {
  return
}
