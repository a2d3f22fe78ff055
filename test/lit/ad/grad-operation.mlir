// RUN: lagrad-opt %s --lagrad-differentiate | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: f64, %y: f64) -> f64 {
  %0 = arith.mulf %x, %y : f64
  return %0 : f64
}

// The operation becomes a call of a function made for it, which equal operations share.
// CHECK-LABEL: func.func @g(
// CHECK-SAME:    %[[X:.*]]: f64, %[[Y:.*]]: f64)
// CHECK:         %[[A:.*]] = call @[[DERIVATIVE:f_gradient.*]](%[[X]], %[[Y]])
// CHECK:         %[[B:.*]] = call @[[DERIVATIVE]](%[[Y]], %[[X]])
// CHECK:       func.func @[[DERIVATIVE]](
func.func @g(%x: f64, %y: f64) -> (f64, f64) {
  %0 = "lagrad.grad"(%x, %y) {F = @f, of = [0]} : (f64, f64) -> f64
  %1 = "lagrad.grad"(%y, %x) {F = @f, of = [0]} : (f64, f64) -> f64
  return %0, %1 : f64, f64
}
