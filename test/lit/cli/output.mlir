// RUN: rm -f %t && lagrad-opt %s -o %t && FileCheck %s < %t
// RUN: lagrad-opt -o %t.2 %s --cse && FileCheck %s < %t.2
// RUN: lagrad-opt %s -o /dev/null
// RUN: lagrad-opt %s --emit=bytecode -o %t.bc && lagrad-opt %t.bc | FileCheck %s
// RUN: lagrad-opt %s --emit-bytecode | lagrad-opt --verify-roundtrip | FileCheck %s

// An old file stays as it was where anything goes wrong.
// RUN: echo old > %t.3 && not lagrad-opt %s --one-shot-bufferize -o %t.3 && FileCheck %s --check-prefix=OLD < %t.3

// CHECK: func.func @f
// OLD: old
func.func @f(%x: tensor<2xf64>) -> tensor<2xf64> {
  %y = arith.addf %x, %x : tensor<2xf64>
  return %y : tensor<2xf64>
}
