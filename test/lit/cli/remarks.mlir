// RUN: lagrad-opt %s --lagrad-differentiate --remarks 2>&1 >%t | FileCheck %s
// RUN: lagrad-opt %s --lagrad-differentiate --remarks-filter='^@f_grad.* records' 2>&1 >%t | FileCheck %s
// RUN: lagrad-opt %s --lagrad-differentiate --remarks-filter='nothing says this' 2>%t.err && not grep remark %t.err
// RUN: lagrad-opt %s --lagrad-differentiate 2>%t.err && not grep remark %t.err
// RUN: lagrad-opt %s --lagrad-differentiate --remarks --verify-diagnostics
// RUN: lagrad-opt %s --lagrad-differentiate --report=%t.json -o %t && FileCheck %s --check-prefix=REPORT < %t.json

// The loop overwrites what the adjoint of sin reads: it is recorded, and remarks and the report say so.
// CHECK:      remarks.mlir:35:8: remark: @f_gradient records 1 value an iteration of this loop: 8 bytes
// CHECK-NEXT:     %p = scf.for
// CHECK-NEXT:          ^
// REPORT:      "entries": [
// REPORT-NEXT:   {
// REPORT-NEXT:     "request": "f_gradient",
// REPORT-NEXT:     "kind": "gradient",
// REPORT-NEXT:     "primal": "f",
// REPORT-NEXT:     "wrt": [
// REPORT-NEXT:       0
// REPORT-NEXT:     ],
// REPORT-NEXT:     "operations_differentiated": 5,
// REPORT-NEXT:     "values_active": 8,
// REPORT-NEXT:     "values_recorded": 1,
// REPORT-NEXT:     "operations_recomputed": 1,
// REPORT-NEXT:     "bytes_recorded": 80,
// REPORT-NEXT:     "loops": 2,
// REPORT-NEXT:     "loops_elided": 1
// REPORT:      "severity": "remark"
// REPORT:      "line": 35
func.func @f(%x: f64) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %c10 = arith.constant 10 : index
  %one = arith.constant 1.0 : f64
  // expected-remark @below {{@f_gradient records 1 value an iteration of this loop: 8 bytes}}
  %p = scf.for %i = %c0 to %c10 step %c1 iter_args(%a = %one) -> f64 {
    %s = math.sin %a : f64
    %b = arith.mulf %s, %x : f64
    scf.yield %b : f64
  }
  // expected-remark @below {{@f_gradient does not run this loop, only its adjoint}}
  %q = scf.for %i = %c0 to %c10 step %c1 iter_args(%a = %p) -> f64 {
    %b = arith.addf %a, %x : f64
    scf.yield %b : f64
  }
  return %q : f64
}
// expected-remark @below {{@f_gradient differentiates 5 operations, records 1 value, computes 1 again, and leaves out 1 of 2 loops}}
func.func private @f_gradient(f64) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [0]}
