// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

func.func @f(%x: f64, %y: f64) -> f64 {
  %0 = arith.subf %x, %y : f64
  return %0 : f64
}

// Requests of one function differ in wrt, its order and kind; each is a function of its own.
// CHECK-LABEL: func.func @both(
// CHECK-SAME:    %{{.*}}: f64, %{{.*}}: f64, %[[CT:.*]]: f64)
// CHECK:         %[[NEG:.*]] = arith.negf %[[CT]]
// CHECK:         return %[[CT]], %[[NEG]]
func.func private @both(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @f}
// CHECK-LABEL: func.func @swapped(
// CHECK-SAME:    %{{.*}}: f64, %{{.*}}: f64, %[[CT:.*]]: f64)
// CHECK:         %[[NEG:.*]] = arith.negf %[[CT]]
// CHECK:         return %[[NEG]], %[[CT]]
func.func private @swapped(f64, f64, f64) -> (f64, f64) attributes {lagrad.pullback = @f, lagrad.wrt = [1, 0]}
// CHECK-LABEL: func.func @slope(
// CHECK:         %[[MINUS:.*]] = arith.constant -1.0
// CHECK:         return %[[MINUS]]
func.func private @slope(f64, f64) -> f64 attributes {lagrad.gradient = @f, lagrad.wrt = [1]}
