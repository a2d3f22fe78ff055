// What comes out of any stage goes in again: attributes that passes leave for each other are known.
// RUN: lagrad-opt %s --lagrad-default -o %t.derivative.mlir
// RUN: lagrad-opt %t.derivative.mlir --lagrad-to-llvm -o %t.lowered.mlir
// RUN: lagrad-opt %t.lowered.mlir --emit=header | FileCheck %s
// RUN: lagrad-opt %s --emit=header | FileCheck %s

// CHECK: int64_t power(double arg0, int64_t arg1, double *result);
// CHECK: int64_t gradient(double arg0, int64_t arg1, double *result);

func.func @power(%x: f64, %n: index) -> f64 {
  %c0 = arith.constant 0 : index
  %c1 = arith.constant 1 : index
  %one = arith.constant 1.0 : f64
  %p = scf.for %i = %c0 to %n step %c1 iter_args(%p = %one) -> f64 {
    %next = arith.mulf %p, %x : f64
    scf.yield %next : f64
  }
  return %p : f64
}
func.func private @gradient(f64, index) -> f64 attributes {lagrad.gradient = @power}
