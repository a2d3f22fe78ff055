// RUN: lagrad-opt %s --cse --mlir-timing 2>&1 >%t | FileCheck %s --check-prefix=TIME
// RUN: lagrad-opt %s -p 'cse,lagrad-differentiate,func.func(canonicalize)' --mlir-pass-statistics 2>&1 >%t \
// RUN:   | FileCheck %s --check-prefix=COUNT
// RUN: lagrad-opt %s --canonicalize --mlir-pass-statistics 2>&1 >%t | FileCheck %s --check-prefix=NONE

// TIME:  Execution time report
// TIME:  CSE
// COUNT: Pass statistics report
// COUNT: cse
// COUNT-NEXT: (S) 0 more, 1 fewer operations: -1 arith.mulf
// COUNT-NEXT: (2 of 3 passes changed no number of operations)
// NONE: (1 of 1 passes changed no number of operations)
func.func @f(%x: f64) -> (f64, f64) {
  %a = arith.mulf %x, %x : f64
  %b = arith.mulf %x, %x : f64
  return %a, %b : f64, f64
}
