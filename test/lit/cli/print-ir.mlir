// RUN: lagrad-opt %s -p 'canonicalize,func.func(cse)' --mlir-print-ir-before=cse 2>&1 >%t | FileCheck %s --check-prefix=BEFORE
// RUN: lagrad-opt %s -p 'canonicalize,func.func(cse)' --mlir-print-ir-after=cse --mlir-print-ir-module-scope 2>&1 >%t | FileCheck %s --check-prefix=AFTER
// RUN: lagrad-opt %s --canonicalize --cse --mlir-print-ir-after=canonicalize,cse 2>&1 >%t | FileCheck %s --check-prefix=BOTH
// RUN: lagrad-opt %s --canonicalize --cse --mlir-print-ir-before-all 2>&1 >%t | FileCheck %s --check-prefix=BEFORE-ALL
// RUN: lagrad-opt %s --canonicalize --cse --mlir-print-ir-after-all 2>&1 >%t | FileCheck %s --check-prefix=AFTER-ALL
// RUN: lagrad-opt %s --canonicalize --cse --mlir-print-ir-after-change 2>&1 >%t | FileCheck %s --check-prefix=CHANGE
// RUN: rm -rf %t.d && lagrad-opt %s --cse --mlir-print-ir-after-all --mlir-print-ir-tree-dir=%t.d && cat %t.d/*/*cse.mlir | FileCheck %s --check-prefix=TREE

// BEFORE:      IR Dump Before cse
// BEFORE-NEXT: func.func @f
// BEFORE-NEXT: arith.mulf
// BEFORE-NEXT: arith.mulf
// BEFORE-NOT:  IR Dump

// AFTER:       IR Dump After cse
// AFTER-NEXT:  module {
// AFTER-NEXT:  func.func @f
// AFTER-NEXT:  arith.mulf
// AFTER-NEXT:  arith.addf

// BOTH:        IR Dump After canonicalize
// BOTH:        IR Dump After cse

// BEFORE-ALL:  IR Dump Before Canonicalizer{{.*}}canonicalize
// BEFORE-ALL:  IR Dump Before CSE{{.*}}cse
// AFTER-ALL:   IR Dump After Canonicalizer{{.*}}canonicalize
// AFTER-ALL:   IR Dump After CSE{{.*}}cse

// CHANGE-NOT:  IR Dump After Canonicalizer
// CHANGE:      IR Dump After CSE

// TREE:        func.func @f
func.func @f(%x: f64) -> f64 {
  %a = arith.mulf %x, %x : f64
  %b = arith.mulf %x, %x : f64
  %c = arith.addf %a, %b : f64
  return %c : f64
}
