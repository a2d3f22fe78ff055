// RUN: lagrad-opt %s --pipeline='builtin.module(canonicalize,func.func(cse,canonicalize{max-iterations=3}))' | FileCheck %s
// RUN: lagrad-opt %s -p 'builtin.module(builtin.module(func.func(cse)))' | FileCheck %s --check-prefix=INNER
// RUN: lagrad-opt %s --pass-pipeline='any(cse)' | FileCheck %s
// RUN: lagrad-opt - -p cse < %s | FileCheck %s
// RUN: lagrad-opt -p=cse < %s | FileCheck %s

func.func @outer(%x: f64) -> f64 {
  %a = arith.mulf %x, %x : f64
  %b = arith.mulf %x, %x : f64
  %c = arith.addf %a, %b : f64
  return %c : f64
}

module {
  func.func @inner(%x: f64) -> f64 {
    %a = arith.mulf %x, %x : f64
    %b = arith.mulf %x, %x : f64
    %c = arith.addf %a, %b : f64
    return %c : f64
  }
}

// CHECK-LABEL: @outer
// CHECK:         arith.mulf
// CHECK-NEXT:    arith.addf

// A nest runs on the operations directly inside, and so only on the inner function here.
// INNER-LABEL: @outer
// INNER:         arith.mulf
// INNER-NEXT:    arith.mulf
// INNER-LABEL: @inner
// INNER:         arith.mulf
// INNER-NEXT:    arith.addf
