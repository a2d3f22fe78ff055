// RUN: lagrad-opt %s --cse --mlir-timing 2>&1 >%t | FileCheck %s --check-prefix=TIME
// RUN: lagrad-opt %s --cse --mlir-pass-statistics 2>&1 >%t | FileCheck %s --check-prefix=COUNT

// TIME:  Execution time report
// TIME:  CSE
// COUNT: Pass statistics report
func.func @f(%x: f64) -> (f64, f64) {
  %a = arith.mulf %x, %x : f64
  %b = arith.mulf %x, %x : f64
  return %a, %b : f64, f64
}
