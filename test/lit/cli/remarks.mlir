// RUN: lagrad-opt %s --lagrad-differentiate --remarks 2>&1 >%t | FileCheck %s
// RUN: lagrad-opt %s --lagrad-differentiate --remarks-filter='^@f_grad.* records' 2>&1 >%t | FileCheck %s
// RUN: lagrad-opt %s --lagrad-differentiate --remarks-filter='nothing says this' 2>%t.err && not grep remark %t.err
// RUN: lagrad-opt %s --lagrad-differentiate 2>%t.err && not grep remark %t.err
// RUN: lagrad-opt %s --lagrad-differentiate --remarks --verify-diagnostics
// RUN: lagrad-opt %s --lagrad-differentiate --report=%t.json -o %t && FileCheck %s --check-prefix=REPORT < %t.json

// The loop overwrites what the adjoint of sin reads: it is recorded, and a remark says so.
// CHECK:      remarks.mlir:20:8: remark: @f_gradient records 1 values an iteration of this loop
// CHECK-NEXT:     %p = scf.for
// CHECK-NEXT:          ^
// REPORT:     "entries": [
// REPORT:     "severity": "remark"
// REPORT:     "line": 20
func.func @f(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  // expected-remark @below {{records 1 values}}
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%a = %one) -> f64 {
    %s = math.sin %a : f64
    %b = arith.mulf %s, %x : f64
    scf.yield %b : f64
  }
  return %p : f64
}
func.func private @f_gradient(f64, index) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [0]}
