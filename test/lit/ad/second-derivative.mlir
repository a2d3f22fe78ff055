// RUN: lagrad-opt %s --lagrad-default | FileCheck %s
// RUN: lagrad-check %s

// A request may name a request, whatever their order: d2/dx2 sin = -sin.
// CHECK-LABEL: func.func @second(
// CHECK-SAME:    %[[X:.*]]: f64) -> f64 {
// CHECK-NEXT:    %[[S:.*]] = math.sin %[[X]]
// CHECK-NEXT:    %[[D:.*]] = arith.negf %[[S]]
// CHECK-NEXT:    return %[[D]]
func.func private @second(f64) -> f64 attributes {lagrad.gradient = @first}
// CHECK-LABEL: func.func @first(
// CHECK:         math.cos
func.func private @first(f64) -> f64 attributes {lagrad.gradient = @f}
func.func @f(%x: f64) -> f64 {
  %0 = math.sin %x : f64
  return %0 : f64
}
