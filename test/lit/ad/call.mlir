// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func private @square(%x: f64) -> f64 {
  %0 = arith.mulf %x, %x : f64
  return %0 : f64
}
func.func @f(%x: f64) -> f64 {
  %0 = func.call @square(%x) : (f64) -> f64
  %1 = func.call @square(%0) : (f64) -> f64
  return %1 : f64
}

// Calls are differentiated through: 4 x^3.
// CHECK-LABEL: func.func @df(
// CHECK-SAME:    %[[X:.*]]: f64) -> f64 {
// CHECK-NOT:     call
// CHECK:         %[[X2:.*]] = arith.mulf %[[X]], %[[X]]
// CHECK:         return
func.func private @df(f64) -> f64 attributes {lagrad.gradient = @f}
